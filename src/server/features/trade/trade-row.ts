import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { toDollars } from '#contract/shared/fields.ts'
import type { ManagedTradeAccount, TradeAccount } from '#contract/trade-accounts.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'

interface ListRow {
  list_id: string | null
  list_name: string | null
  percent_off: number | null
  min_order_cents: number | null
}

type TradeRow = Selectable<Schema['trade_accounts']> & ListRow & { email: string; name: string }

/** Trade accounts with their person and price list. */
export const selectTradeAccounts = (db: Db) =>
  db
    .selectFrom('trade_accounts')
    .innerJoin('users', 'users.id', 'user_id')
    .leftJoin('price_lists as list', 'list.id', 'users.price_list')
    .selectAll('trade_accounts')
    .select(['users.email', 'users.name', 'list.id as list_id', 'list.name as list_name'])
    .select([sql<number | null>`percent_off::float8`.as('percent_off'), 'min_order_cents'])

export const tradeAccountOf = (row: Omit<TradeRow, 'email' | 'name'>): TradeAccount => ({
  state: row.state,
  company: row.company,
  taxId: row.tax_id,
  invoiceAddress: row.invoice_address,
  referencePrefix: row.reference_prefix,
  needsReference: row.needs_reference,
  taxExempt: row.tax_exempt,
  reason: row.reason,
  askedAt: row.asked_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  priceList:
    row.list_id === null
      ? null
      : {
          _id: row.list_id,
          name: row.list_name ?? '',
          percentOff: row.percent_off ?? 0,
          minOrder: toDollars(row.min_order_cents ?? 0),
        },
})

export const managedAccountOf = (row: TradeRow): ManagedTradeAccount => ({
  ...tradeAccountOf(row),
  _id: row.user_id,
  email: row.email,
  name: row.name,
})
