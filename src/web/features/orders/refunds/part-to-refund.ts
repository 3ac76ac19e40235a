import type { OrderRefunds, PartialRefund } from '#contract/invoices/refunds.ts'
import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { taxesOfUnits } from '#contract/invoices/refunded-taxes.ts'
import { sum } from '#contract/taxes/tax-lines.ts'

/** As typed. */
export interface TypedRefund {
  /** By the position of the line. */
  units: readonly string[]
  amount: string
  restock: boolean
  reason: string
}

export interface CheckedRefund {
  /** Dollars, of all fields that are right. */
  sum: number
  /** Undefined while a field is wrong. */
  body: PartialRefund | undefined
  /** Problems of fields, by the position of the line. */
  units: (string | undefined)[]
  amount: string | undefined
  /** A problem of all fields together. */
  problem: string | undefined
}

/** Units of a line that can be refunded. */
export const unitsLeft = ({ quantity, refunded }: OrderRefunds['lines'][number]) =>
  quantity - refunded

function unitsProblem(typed: string, left: number): string | undefined {
  if (typed === '') return undefined
  if (!/^\d{1,7}$/.test(typed)) return 'Must be a whole number'
  return Number(typed) > left ? `${groupDigits(left)} left to refund` : undefined
}

/** What units of a line cost, with the taxes that were added or taken off. */
function centsOf(
  {
    unitPrice,
    quantity: all,
    refunded,
    taxes = [],
    refundedTaxes = [],
  }: OrderRefunds['lines'][number],
  quantity: number,
  taxSign: number,
) {
  const before = { quantity: refunded, taxes: refundedTaxes }
  const ofUnits = taxesOfUnits({ quantity: all, taxes }, before, quantity)
  return toCents(unitPrice) * quantity + taxSign * sum(ofUnits)
}

/** Checks a refund as the server does, so that its sum is shown before it is made. */
export function checkRefund(
  typed: TypedRefund,
  { lines, left, taxSign = 0 }: OrderRefunds,
): CheckedRefund {
  const wanted = typed.units.map((text) => text.trim())
  const units = lines.map((line, index) => unitsProblem(wanted[index] ?? '', unitsLeft(line)))
  const chosen = lines.flatMap((line, index) => {
    const { product } = line
    const quantity = units[index] ? 0 : Number(wanted[index] ?? '')
    return quantity > 0 ? [{ product, quantity, cents: centsOf(line, quantity, taxSign) }] : []
  })
  const isAmount = /^\d{0,6}(?:\.\d{1,2})?$/.test(typed.amount.trim())
  const amount = isAmount ? Number(typed.amount.trim()) : 0
  const cents = chosen.reduce((sum, line) => sum + line.cents, toCents(amount))
  const isRight = isAmount && units.every((problem) => problem === undefined)
  const problem = isRight ? problemOf(cents, toCents(left)) : undefined
  return {
    sum: toDollars(cents),
    units,
    amount: isAmount ? undefined : 'Must be dollars and cents, such as 12.50',
    problem,
    body:
      isRight && !problem
        ? {
            lines: chosen.map(({ product, quantity }) => ({ product, quantity })),
            amount,
            restock: typed.restock && chosen.length > 0,
            reason: typed.reason.trim(),
          }
        : undefined,
  }
}

function problemOf(cents: number, left: number): string | undefined {
  if (cents === 0) return 'Choose units or an amount to refund'
  return cents > left ? `${dollars(toDollars(left))} of the payment is left to refund` : undefined
}
