import { includedTax } from './invoices.ts'
import type { Tax } from './invoices.ts'
import { toCents, toDollars } from '../shared/fields.ts'
import { rounded } from '../taxes/tax-lines.ts'

interface TaxedLine {
  quantity: number
  /** Cents of each rate. */
  taxes: readonly number[]
}

/**
 * The taxes of further units of a line that are refunded, in cents of each rate: what its units come to so far, less what
 * was refunded of them. All units together come to the taxes of the line.
 */
export const taxesOfUnits = (
  { quantity, taxes }: TaxedLine,
  refunded: TaxedLine,
  units: number,
): number[] =>
  taxes.map((cents, index) =>
    Math.max(
      0,
      rounded(cents * (refunded.quantity + units), quantity) - (refunded.taxes[index] ?? 0),
    ),
  )

/** The goods or the shipping of an order, or a part of them. */
interface Charged {
  /** As paid, with the taxes that are added or without those that are taken off. */
  cents: number
  /** Cents of each rate. */
  taxes: readonly number[]
}

interface Paid {
  goods: Charged
  shipping: Charged
}

interface Note {
  cents: number
  /** Its units; the note may have fewer cents than they cost. */
  units: Charged
}

/**
 * Splits each credit note of an order into goods and shipping. An amount without units refunds the shipping if it equals the
 * shipping not yet refunded. Otherwise it refunds goods first, then shipping, each with its share of the remaining taxes.
 * So the notes never refund more tax than was charged, and exactly that once the order is fully refunded.
 */
export function sharesOfNotes(paid: Paid, notes: readonly Note[]): Paid[] {
  let left = paid
  return notes.map(({ cents, units }) => {
    const { goods, shipping } = left
    const isShipping = cents - units.cents === shipping.cents
    const ofShipping = isShipping ? shipping.cents : Math.max(0, cents - goods.cents)
    const share = {
      goods: shareOf(goods, cents - ofShipping, units),
      shipping: shareOf(shipping, ofShipping),
    }
    left = { goods: less(goods, share.goods), shipping: less(shipping, share.shipping) }
    return share
  })
}

const noUnits: Charged = { cents: 0, taxes: [] }

/** The last cent takes all remaining taxes. */
function shareOf(left: Charged, cents: number, units = noUnits): Charged {
  const taxes = left.taxes.map((remaining, index) => {
    if (cents === left.cents) return remaining
    const ofUnits = Math.min(remaining, units.taxes[index] ?? 0)
    const further = cents - units.cents
    return ofUnits + rounded((remaining - ofUnits) * further, left.cents - units.cents)
  })
  return { cents, taxes }
}

const less = (all: Charged, part: Charged): Charged => ({
  cents: all.cents - part.cents,
  taxes: all.taxes.map((cents, index) => cents - (part.taxes[index] ?? 0)),
})

interface NoteWithTax {
  cents: number
  /** What it was issued with; null if it shares the tax of the invoice. */
  taxCents: number | null
}

/**
 * The tax included in each credit note, in cents, at the rate of the invoice: the tax on everything refunded so far, less
 * the tax of the earlier notes. So the notes of a fully refunded order add up to the tax of its invoice.
 */
export function includedTaxes(notes: readonly NoteWithTax[], terms: Tax): number[] {
  let [cents, before] = [0, 0]
  return notes.map((note) => {
    cents += note.cents
    const soFar = toCents(includedTax(toDollars(cents), terms))
    const tax = note.taxCents ?? Math.max(0, soFar - before)
    before += tax
    return tax
  })
}
