import { sql } from 'kysely'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import type { OneOrder } from '#contract/orders/orders.ts'
import { taxesOfShipping, taxOfTerms } from '#contract/invoices/document-sums.ts'
import { includedTaxes, sharesOfNotes } from '#contract/invoices/refunded-taxes.ts'
import { signOf, sum } from '#contract/taxes/tax-lines.ts'
import type { OrderTax } from '#contract/taxes/taxes.ts'
import type { Db } from '../../db/index.ts'

interface NoteRow {
  number: number
  cents: number
  /** Whether it lists the rest of an order and shipping. Earlier ones have a row with their amount. */
  isItemized: boolean
  /** By the invoice's terms, in a note that was issued before notes shared it. */
  taxCents: number | null
  /** Units that an admin named. */
  lines: { line: number; quantity: number }[]
  /** The price of its units. */
  goods: number
  /** For each line, the cents of each rate. */
  taxes: (number[] | null)[]
}

/** What a credit note has of its order. */
export interface NoteContents {
  isItemized: boolean
  /** By the number of their line. */
  units: ReadonlyMap<number, number>
  /** In dollars as the order has it; nothing of a note that does not list it. */
  shipping: number
  /** All shipping in its amount, in dollars without taxes. */
  netShipping: number
  /** In its amount; undefined if the order has none. */
  tax: OrderTax | undefined
}

/** The contents of all credit notes of an order, by their numbers. */
export async function findNoteContents(
  db: Db,
  order: OneOrder,
): Promise<ReadonlyMap<number, NoteContents>> {
  const { rows } = await sql<NoteRow>`
    select number, amount_cents as cents, is_itemized as "isItemized", included_tax_cents as "taxCents",
      coalesce(json_agg(json_build_object('line', line, 'quantity', refunded.quantity))
        filter (where line is not null), '[]') as lines,
      coalesce(sum(unit_price_cents::bigint * refunded.quantity), 0)::bigint as goods,
      coalesce(json_agg(refunded.taxes) filter (where refunded.taxes is not null), '[]') as taxes
    from credit_notes
      left join partial_refund_lines as refunded using (order_id, refund_no)
      left join order_lines using (order_id, line)
    where order_id = ${order._id} group by number order by number`.execute(db)
  const shares = sharesOf(order, rows)
  const terms = order.invoice?.tax
  const ofTerms = terms && includedTaxes(rows, terms)
  return new Map(
    rows.flatMap((row, index) => {
      const share = shares[index]
      if (!share) return []
      const { number, isItemized } = row
      const ofNote = ofTerms && taxOfTerms(terms, toDollars(ofTerms[index] ?? 0))
      const isRest = isItemized && share.isRest
      const contents: NoteContents = {
        isItemized,
        units: isRest ? restOf(order, rows.slice(0, index)) : unitsOf(row),
        shipping: isItemized ? share.shipping : 0,
        netShipping: share.netShipping,
        tax: order.tax ? share.tax : ofNote,
      }
      return [[number, contents] as const]
    }),
  )
}

const unitsOf = ({ lines }: NoteRow) => new Map(lines.map(({ line, quantity }) => [line, quantity]))

/** The units that the earlier notes did not name. */
function restOf({ lines }: OneOrder, earlier: readonly NoteRow[]): ReadonlyMap<number, number> {
  const named = earlier.map(unitsOf)
  return new Map(
    lines
      .map(({ quantity }, index): [number, number] => [
        index + 1,
        quantity - sum(named.map((units) => units.get(index + 1) ?? 0)),
      ])
      .filter(([, left]) => left > 0),
  )
}

const noTaxes: OrderTax = { included: true, exempt: false, areaName: '', amount: 0, rates: [] }

function sharesOf(
  { price, shippingCost, tax = noTaxes }: OneOrder,
  rows: readonly NoteRow[],
): (Pick<NoteContents, 'shipping' | 'netShipping'> & { tax: OrderTax; isRest: boolean })[] {
  const charged = (cents: number, taxes: readonly number[]) => ({
    cents: cents + signOf(tax) * sum(taxes),
    taxes,
  })
  const shippingCents = toCents(shippingCost)
  const shipping = charged(shippingCents, taxesOfShipping(shippingCents, tax))
  const goods = {
    cents: toCents(price) - shipping.cents,
    taxes: tax.rates.map(({ amount }, index) => toCents(amount) - (shipping.taxes[index] ?? 0)),
  }
  const notes = rows.map((row) => ({
    cents: row.cents,
    units: charged(
      row.goods,
      tax.rates.map((_, index) => sum(row.taxes.map((ofLine) => ofLine?.[index] ?? 0))),
    ),
  }))
  let left = toCents(price)
  return sharesOfNotes({ goods, shipping }, notes).map((share, position) => {
    const { cents: amount = 0, units } = notes[position] ?? {}
    const ofUnits = units?.cents ?? 0
    left -= amount
    const cents = tax.rates.map(
      (_, index) => (share.goods.taxes[index] ?? 0) + (share.shipping.taxes[index] ?? 0),
    )
    const ofShipping = sum(share.shipping.taxes)
    // Units that cost more than the goods that are left take the rest of shipping, as units.
    const isApart = share.shipping.cents <= amount - ofUnits
    return {
      tax: {
        ...tax,
        amount: toDollars(sum(cents)),
        rates: tax.rates.map((rate, index) => ({ ...rate, amount: toDollars(cents[index] ?? 0) })),
      },
      shipping: isApart ? toDollars(share.shipping.cents - signOf(tax) * ofShipping) : 0,
      netShipping: toDollars(share.shipping.cents - ofShipping),
      isRest: left === 0 && ofUnits === 0 && share.goods.cents > 0,
    }
  })
}
