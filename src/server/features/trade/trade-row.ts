import type { Selectable } from 'kysely'
import type { TradeAccount } from '#contract/trade/trade-accounts.ts'
import type { Schema } from '../../db/schema.ts'

export type TradeRow = Selectable<Schema['trade_accounts']>

export const tradeAccountOf = (row: TradeRow): TradeAccount => ({
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
})
