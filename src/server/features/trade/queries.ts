import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { tradeStates } from '#contract/trade-accounts.ts'
import type {
  ManagedTradeAccount,
  TradeCounts,
  TradeState,
  TradeTab,
} from '#contract/trade-accounts.ts'
import type { Db } from '../../db/index.ts'
import { managedAccountOf, selectTradeAccounts } from './trade-row.ts'

const matches = (q: string | undefined): RawBuilder<boolean> =>
  q
    ? sql`strpos(lower(concat_ws(' ', company, tax_id, users.email, users.name)), ${q.toLowerCase()}) > 0`
    : sql`true`

interface Page {
  page: number
  limit: number
  tab?: TradeTab | undefined
  q?: string | undefined
}

/** One numbered page: requests first, then the newest. */
export async function listTradeAccounts(
  db: Db,
  { page, limit, tab = 'all', q }: Page,
): Promise<ManagedTradeAccount[]> {
  const rows = await selectTradeAccounts(db)
    .where(matches(q))
    .$if(tab !== 'all', (query) => query.where('state', '=', tab as TradeState))
    .orderBy(sql`(state = 'asked')`, 'desc')
    .orderBy('asked_at', 'desc')
    .orderBy('user_id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map(managedAccountOf)
}

/** All are counted: a shop has some thousands. */
export async function countTradeAccounts(db: Db, q: string | undefined): Promise<TradeCounts> {
  const rows = await db
    .selectFrom('trade_accounts')
    .innerJoin('users', 'users.id', 'user_id')
    .select('state')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matches(q))
    .groupBy('state')
    .execute()
  const countOf = (state: TradeState) => rows.find((row) => row.state === state)?.count ?? 0
  return {
    counts: {
      all: rows.reduce((sum, { count }) => sum + count, 0),
      ...(Object.fromEntries(tradeStates.map((state) => [state, countOf(state)])) as Record<
        TradeState,
        number
      >),
    },
    isCapped: false,
  }
}
