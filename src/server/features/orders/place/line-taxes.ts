import { rateOf, signOf } from '#contract/taxes/tax-lines.ts'
import type { StoredTax } from '../../../db/column-types.ts'
import type { Destination } from '../../taxes/destination.ts'
import { shippingOf } from './line-prices.ts'

/** The parameters of a statement that places an order with taxes, after those of every statement. */
export type TaxValues = [
  rates: readonly number[],
  shippingRates: readonly number[],
  isIncluded: boolean,
  sign: number,
  /** As stored, without what comes to shipping. */
  tax: string,
  /** Recipient, phone, address and its fields; null if none is known. */
  delivery: string | null,
]

const [rates, shippingRates, isIncluded, sign] = [
  '$13::integer[]',
  '$14::integer[]',
  '$15::boolean',
  '$16::integer',
]
const [total, shipping] = ['$5::bigint', '$9::bigint']

const taxesOf = (cents: string, at: string) => `taxes_of(${cents}, ${at}, ${isIncluded})`

const totalOf = (goods: string, taxes: string) =>
  `taxed_total(${goods}, ${taxes}, ${shippingOf(goods, shipping)}, ${shippingRates}, ${isIncluded}, ${sign})`

/** More cents than this are no integer, and no total that anyone can agree to. */
const lineMax = 2_147_483_647

/** Leaves out lines beyond {@link lineMax}, whose taxes would be an error in place of a refusal by their goods. */
const sumOfTaxes = (cents: string) =>
  `(sum(sum_of(${taxesOf(cents, rates)})) filter (where ${cents} <= ${lineMax}))::bigint`

/** The parts in which a statement with taxes differs from one without: expressions over its CTEs. */
export const lineTaxes = {
  /** Of the taxes of all lines, at their prices and at those without ladders and lists. */
  sums: `, ${sumOfTaxes('unit_cents::bigint * units')} as goods_taxes,
         ${sumOfTaxes('price_cents::bigint * units')} as list_taxes`,
  columns: ', goods_taxes',
  /** Like `isAgreedTotal`, with taxes. */
  isAgreed: `(${total} = ${totalOf('goods', 'goods_taxes')}
       or ${total} > ${totalOf('goods', 'goods_taxes')} and ${total} = ${totalOf('list_goods', 'list_taxes')})`,
  ofLine: taxesOf('unit_cents::bigint * units', rates),
  header: {
    columns: ', delivery_place, tax, tax_added_cents',
    total: totalOf('goods', 'goods_taxes'),
    values: `, place, $17::jsonb || jsonb_build_object('shipping',
              to_jsonb(${taxesOf(shippingOf('goods', shipping), shippingRates)})),
            ${totalOf('goods', 'goods_taxes')} - goods - ${shippingOf('goods', shipping)}`,
    /** The address that the taxes are those of. */
    person: `select $18::jsonb ->> 'name' as name, $18::jsonb ->> 'phone' as phone,
         $18::jsonb ->> 'address' as address, $18::jsonb -> 'place' as place
       where $18::jsonb is not null`,
  },
}

export type LineTaxes = typeof lineTaxes

/** The parameters for an order that goes there. */
export function taxValues({ delivery, area, taxation }: Destination): TaxValues {
  const { included, exempt } = taxation
  const charged = exempt && !included ? [] : [...taxation.rates]
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
