import { sql } from 'kysely'
import { messages } from '#contract/trade-accounts.ts'
import type { OwnTradeAccount, TradeFacts } from '#contract/trade-accounts.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { selectTradeAccounts, tradeAccountOf } from './trade-row.ts'

export async function findOwnAccount(db: Db, userId: string): Promise<OwnTradeAccount> {
  const row = await selectTradeAccounts(db).where('user_id', '=', userId).executeTakeFirst()
  return row ? tradeAccountOf(row) : { state: 'none' }
}

/**
 * Stores a request, which an admin has to decide, or the changes of an approved account. There the company and its tax
 * id are what an admin has approved.
 */
export async function saveRequest(
  db: Db,
  userId: string,
  { company, taxId, invoiceAddress, referencePrefix, needsReference }: TradeFacts,
): Promise<OwnTradeAccount> {
  const facts = {
    company,
    tax_id: taxId,
    invoice_address: invoiceAddress,
    reference_prefix: referencePrefix,
    needs_reference: needsReference,
  }
  const { numUpdatedRows: approved } = await db
    .updateTable('trade_accounts')
    .set(facts)
    .where('user_id', '=', userId)
    .where('state', '=', 'approved')
    .where('company', '=', company)
    .where('tax_id', '=', taxId)
    .executeTakeFirst()
  if (approved > 0n) return findOwnAccount(db, userId)
  const { numInsertedOrUpdatedRows: asked = 0n } = await db
    .insertInto('trade_accounts')
    .values({ user_id: userId, ...facts })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...facts, ...askedAgain })
        .where('trade_accounts.state', '<>', 'approved'),
    )
    .executeTakeFirst()
  if (asked === 0n) throw new AppError('not-in-this-state', { detail: messages.companyFixed })
  return findOwnAccount(db, userId)
}

/** A change of an open request keeps its place in the list. */
const askedAgain = {
  state: 'asked',
  reason: '',
  decided_at: null,
  asked_at: sql<Date>`case when trade_accounts.state = 'asked' then trade_accounts.asked_at else now() end`,
  is_announced: sql<boolean>`trade_accounts.state = 'asked' and trade_accounts.is_announced`,
} as const

/** Removes a request that is not an approved account. Returns the number of requests. */
export async function withdrawRequest(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('trade_accounts')
    .where('user_id', '=', userId)
    .where('state', '<>', 'approved')
    .executeTakeFirst()
  if (numDeletedRows > 0n) return Number(numDeletedRows)
  const { state } = await findOwnAccount(db, userId)
  if (state === 'approved') throw new AppError('not-in-this-state')
  return 0
}
