import { sql } from 'kysely'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import type { Order } from '#contract/orders.ts'
import { taxesOfNotes } from '#contract/taxes/refunded-taxes.ts'
import { signOf, sum } from '#contract/taxes/tax-lines.ts'
import type { OrderTax } from '#contract/taxes/taxes.ts'
import type { Db } from '../../db/index.ts'

interface NoteRow {
  number: number
  cents: number
  /** Of its units. */
  goods: number
  /** Of its lines, cents of each rate. */
  taxes: (number[] | null)[]
}

/** The taxes in a credit note of an order; undefined if the order has none. */
export async function findNoteTaxes(
  db: Db,
  { _id, price, tax }: Order,
  number: number,
): Promise<OrderTax | undefined> {
  if (!tax) return undefined
  const { rows } = await sql<NoteRow>`
    select number, amount_cents as cents,
      coalesce(sum(unit_price_cents::bigint * refunded.quantity), 0)::bigint as goods,
      coalesce(json_agg(refunded.taxes) filter (where refunded.taxes is not null), '[]') as taxes
    from credit_notes
      left join partial_refund_lines as refunded using (order_id, refund_no)
      left join order_lines using (order_id, line)
    where order_id = ${_id} group by number, amount_cents order by number`.execute(db)
  const payment = {
    cents: toCents(price),
    taxes: tax.rates.map(({ amount }) => toCents(amount)),
    sign: signOf(tax),
  }
  const notes = rows.map(({ taxes, ...note }) => ({
    ...note,
    taxes: tax.rates.map((_, index) => sum(taxes.map((ofLine) => ofLine?.[index] ?? 0))),
  }))
  const found = taxesOfNotes(payment, notes)[rows.findIndex((row) => row.number === number)] ?? []
  return {
    ...tax,
    amount: toDollars(sum(found)),
    rates: tax.rates.map((rate, index) => ({ ...rate, amount: toDollars(found[index] ?? 0) })),
  }
}
