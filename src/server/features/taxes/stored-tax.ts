import { toDollars } from '#contract/shared/fields.ts'
import { computedRates, rateOf, signOf, sum } from '#contract/taxes/tax-lines.ts'
import type { Taxation } from '#contract/taxes/tax-lines.ts'
import type { OrderTax } from '#contract/taxes/taxes.ts'
import type { StoredTax } from '../../db/column-types.ts'

/** Cents of each rate on shipping; some rates do not apply to it. */
function onShipping({ rates, shipping }: StoredTax): number[] {
  const charged = rates.filter((rate) => rate.onShipping)
  return rates.map((rate) => shipping[charged.indexOf(rate)] ?? 0)
}

/** The taxes of an order in cents of each rate, of its lines and of shipping. */
function taxesOfOrder(tax: StoredTax, ofLines: readonly (readonly number[] | null)[]) {
  const shipping = onShipping(tax)
  return tax.rates.map((_, index) =>
    sum([shipping[index] ?? 0, ...ofLines.map((taxes) => taxes?.[index] ?? 0)]),
  )
}

/** The charged rates without their names, and how they change the total. */
function chargeOf(tax: Pick<Taxation, 'included' | 'exempt' | 'rates'> | null | undefined) {
  const rates = tax ? computedRates(tax) : []
  const charged = rates.map((rate) => [rateOf(rate), rate.onShipping])
  return JSON.stringify(tax && charged.length > 0 ? [signOf(tax), charged] : [])
}

/** Whether an order that is placed now has the taxes of this one. */
export const areTaxesOfNow = (stored: StoredTax | null, now: Taxation | undefined) =>
  chargeOf(stored) === chargeOf(now)

/** The taxes of an order as the API has them. */
export function toOrderTax(
  tax: StoredTax,
  ofLines: readonly (readonly number[] | null)[],
): OrderTax {
  const cents = taxesOfOrder(tax, ofLines)
  return {
    included: tax.included,
    exempt: tax.exempt,
    areaName: tax.name,
    amount: toDollars(sum(cents)),
    rates: tax.rates.map(({ name, percent, onShipping: isOnShipping }, index) => ({
      name,
      percent,
      amount: toDollars(cents[index] ?? 0),
      ...(!isOnShipping && { onShipping: false as const }),
    })),
  }
}
