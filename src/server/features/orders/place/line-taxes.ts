import { chargeMin } from '#contract/shared/quantity.ts'
import { computedRates, rateOf, signOf } from '#contract/taxes/tax-lines.ts'
import type { StoredTax } from '../../../db/column-types.ts'
import type { Destination } from '../../taxes/destination.ts'
import { isAgreed, shippingOf } from './line-prices.ts'

/** The parameters that rates are computed by. */
export type RateValues = [
  rates: readonly number[],
  shippingRates: readonly number[],
  isIncluded: boolean,
  sign: number,
]

/** The parameters of a statement that places an order with taxes, after those of every statement. */
export type TaxValues = [
  ...RateValues,
  /** As stored, without what comes to shipping. */
  tax: string,
  /** Recipient, phone, address and its fields; null if none is known. */
  delivery: string | null,
]

/** {@link RateValues} and the cost of shipping as expressions. */
type RateExpressions = Record<
  'rates' | 'shippingRates' | 'isIncluded' | 'sign' | 'shipping',
  string
>

/** More cents than this are no integer, and no total that anyone can agree to. */
const lineMax = 2_147_483_647

/** The expressions of taxes in a statement. */
export function taxesBy({ rates, shippingRates, isIncluded, sign, shipping }: RateExpressions) {
  const taxesOf = (cents: string) => `taxes_of(${cents}, ${rates}, ${isIncluded})`
  return {
    taxesOf,
    taxesOfShipping: (goods: string) =>
      `taxes_of(${shippingOf(goods, shipping)}, ${shippingRates}, ${isIncluded})`,
    /**
     * Over lines with these cents. Leaves out lines beyond {@link lineMax}, whose taxes would be an error in place of a
     * refusal by their goods.
     */
    sumOfTaxes: (cents: string) =>
      `(sum(sum_of(${taxesOf(cents)})) filter (where ${cents} <= ${lineMax}))::bigint`,
    totalOf: (goods: string, taxes: string) =>
      `taxed_total(${goods}, ${taxes}, ${shippingOf(goods, shipping)}, ${shippingRates}, ${isIncluded}, ${sign})`,
  }
}

const { taxesOf, taxesOfShipping, sumOfTaxes, totalOf } = taxesBy({
  rates: '$14::integer[]',
  shippingRates: '$15::integer[]',
  isIncluded: '$16::boolean',
  sign: '$17::integer',
  shipping: '$9::bigint',
})
const total = totalOf('goods', 'goods_taxes')

/** The parts in which a statement with taxes differs from one without: expressions over its CTEs. */
export const lineTaxes = {
  /** Of the taxes of all lines, at their prices and at those without ladders and lists. */
  sums: `, ${sumOfTaxes('unit_cents::bigint * units')} as goods_taxes,
         ${sumOfTaxes('price_cents::bigint * units')} as list_taxes`,
  columns: ', goods_taxes',
  /** The taxes that are taken off for an exempt buyer may leave less than a card can pay. */
  isAgreed: `${isAgreed('$5::bigint', total, totalOf('list_goods', 'list_taxes'))} and ${total} >= ${chargeMin}`,
  ofLine: taxesOf('unit_cents::bigint * units'),
  header: {
    columns: ', delivery_place, tax, tax_added_cents',
    total,
    values: `, place, $18::jsonb || jsonb_build_object('shipping', to_jsonb(${taxesOfShipping('goods')})),
            ${total} - goods - ${shippingOf('goods', '$9::bigint')}`,
    /** The address that the taxes are those of. */
    person: `select $19::jsonb ->> 'name' as name, $19::jsonb ->> 'phone' as phone,
         $19::jsonb ->> 'address' as address, $19::jsonb -> 'place' as place
       where $19::jsonb is not null`,
  },
}

export type LineTaxes = typeof lineTaxes

/** The parameters for an order that goes there. */
export function taxValues({ delivery, area, taxation }: Destination): TaxValues {
  const { included, exempt } = taxation
  const charged = computedRates(taxation)
  const stored: Omit<StoredTax, 'shipping'> = {
    included,
    exempt,
    area: area.key,
    name: area.name,
    rates: charged,
  }
  return [
    charged.map(rateOf),
    charged.filter(({ onShipping }) => onShipping).map(rateOf),
    included,
    signOf(taxation),
    JSON.stringify(stored),
    delivery ? JSON.stringify(delivery) : null,
  ]
}
