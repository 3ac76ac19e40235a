import { rounded, sum } from './tax-lines.ts'

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

interface Payment {
  /** The order's total in cents. */
  cents: number
  /** Cents of each rate. */
  taxes: readonly number[]
  /** See `signOf`. */
  sign: number
}

interface Note {
  cents: number
  /** Of its units, without taxes that are added. */
  goods: number
  /** Of its units, in cents of each rate. */
  taxes: readonly number[]
}

/**
 * The taxes in each credit note of an order, in cents of each rate: those of its units, and of a further amount the share that
 * they have in the order. They are never more than those of the order, and all of them once it is refunded.
 */
export function taxesOfNotes(payment: Payment, notes: readonly Note[]): number[][] {
  let left = payment.taxes
  let cents = payment.cents
  return notes.map((note) => {
    cents -= note.cents
    const further = Math.max(0, note.cents - note.goods - payment.sign * sum(note.taxes))
    const taxes = left.map((remaining, index) => {
      const share = rounded((payment.taxes[index] ?? 0) * further, payment.cents)
      return cents === 0 ? remaining : Math.min(remaining, (note.taxes[index] ?? 0) + share)
    })
    left = left.map((remaining, index) => remaining - (taxes[index] ?? 0))
    return taxes
  })
}
