import { chargeMin } from '#contract/shared/quantity.ts'
import { computedRates, rateOf, signOf } from '#contract/taxes/tax-lines.ts'
import type { StoredTax } from '../../../db/column-types.ts'
import type { Parameters } from '../../../db/prepared.ts'
import { sqlText } from '../../../db/sql-text.ts'
import type { Destination } from '../../taxes/destination.ts'
import { isAgreed, shippingOf } from './line-prices.ts'
import type { OrderValues } from './order-values.ts'

/** The values that rates are computed by. */
export interface RateValues {
  rates: readonly number[]
  shippingRates: readonly number[]
  isIncluded: boolean
  sign: number
}

/** The values of a statement that places an order with taxes, besides those of every statement. */
export interface TaxValues extends RateValues {
  /** As stored, without what comes to shipping. */
  tax: string
  /** Recipient, phone, address and its fields; null if none is known. */
  delivery: string | null
}

/** Above this, cents do not fit an integer, and nobody can agree to such a total. */
const lineMax = 2_147_483_647

/** The expressions of taxes in a statement. */
export function taxesBy(p: Parameters<RateValues & Pick<OrderValues, 'shippingCents'>>) {
  const shipping = `${p.shippingCents}::bigint`
  const shippingRates = `${p.shippingRates}::integer[]`
  const isIncluded = `${p.isIncluded}::boolean`
  const taxesOf = (cents: string) => `taxes_of(${cents}, ${p.rates}::integer[], ${isIncluded})`
  return {
    taxesOf,
    taxesOfShipping: (goods: string) =>
      sqlText`
        taxes_of(${shippingOf(goods, shipping)},
          ${shippingRates}, ${isIncluded})`,
    /**
     * Over lines with these cents. Leaves out lines beyond {@link lineMax}, whose taxes would be an error in place of a
     * refusal by their goods.
     */
    sumOfTaxes: (cents: string) =>
      sqlText`
        (sum(sum_of(${taxesOf(cents)}))
          filter (where ${cents} <= ${lineMax}))::bigint`,
    totalOf: (goods: string, taxes: string) =>
      sqlText`
        taxed_total(${goods}, ${taxes},
          ${shippingOf(goods, shipping)},
          ${shippingRates}, ${isIncluded}, ${p.sign}::integer)`,
  }
}

/** The parts in which a statement with taxes differs from one without (docs/decisions/0083): expressions over its CTEs. */
export function lineTaxes(
  p: Parameters<TaxValues & Pick<OrderValues, 'totalCents' | 'shippingCents'>>,
) {
  const { taxesOf, taxesOfShipping, sumOfTaxes, totalOf } = taxesBy(p)
  const total = totalOf('goods', 'goods_taxes')
  const listTotal = totalOf('list_goods', 'list_taxes')
  const delivery = `${p.delivery}::jsonb`
  return {
    /** The sums of the taxes of all lines, at their prices and at those without ladders and lists. */
    sums: sqlText`
      ${sumOfTaxes('unit_cents::bigint * units')} as goods_taxes,
      ${sumOfTaxes('price_cents::bigint * units')} as list_taxes,`,
    columns: ', goods_taxes',
    /** The taxes that are taken off for an exempt buyer may leave less than a card can pay. */
    isAgreed: sqlText`
      ${isAgreed(`${p.totalCents}::bigint`, total, listTotal)}
      and ${total} >= ${chargeMin}`,
    ofLine: taxesOf('unit_cents::bigint * units'),
    header: {
      columns: ', delivery_place, tax, tax_added_cents',
      total,
      values: sqlText`
        , place,
        ${p.tax}::jsonb || jsonb_build_object('shipping',
          to_jsonb(${taxesOfShipping('goods')})),
        ${total}
          - goods - ${shippingOf('goods', `${p.shippingCents}::bigint`)}`,
      /** The address that decides on the taxes. */
      person: sqlText`
        select ${delivery} ->> 'name' as name, ${delivery} ->> 'phone' as phone,
          ${delivery} ->> 'address' as address, ${delivery} -> 'place' as place
        where ${delivery} is not null`,
    },
  }
}

export type LineTaxes = ReturnType<typeof lineTaxes>

/** The values for an order that goes there. */
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
  return {
    rates: charged.map(rateOf),
    shippingRates: charged.filter(({ onShipping }) => onShipping).map(rateOf),
    isIncluded: included,
    sign: signOf(taxation),
    tax: JSON.stringify(stored),
    delivery: delivery ? JSON.stringify(delivery) : null,
  }
}
