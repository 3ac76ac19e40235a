import { includedTax, taxLabel } from './invoices.ts'
import type { Tax } from './invoices.ts'
import { toCents, toDollars } from '../shared/fields.ts'
import { rateOf, rounded, signOf, sum, taxesOn } from '../taxes/tax-lines.ts'
import { linesAboveTotal, linesBelowTotal } from '../taxes/tax-words.ts'
import type { TaxLine } from '../taxes/tax-words.ts'
import type { OrderTax } from '../taxes/taxes.ts'

interface Taxed {
  /** In dollars, with what taxes change. */
  total: number
  shippingCost: number
  /** Shipping without its taxes, in dollars, if it includes some. */
  netShipping?: number | undefined
  /** Undefined if the order has no taxes by area. */
  tax: OrderTax | undefined
  /** The tax that is a term of the invoice, of a shop that has it in its prices and charges none by area. */
  terms?: Tax | undefined
}

/** The net amount, the taxable amount of each rate and the taxes, above and below the total of a document. */
export function documentSums(taxed: Taxed): { above: TaxLine[]; below: TaxLine[] } {
  const { total, tax, terms } = taxed
  if (!tax) {
    if (!terms) return { above: [], below: [] }
    const amount = includedTax(total, terms)
    const net = toDollars(toCents(total) - toCents(amount))
    return { above: [], below: [netLine(net), { label: taxLabel(terms), amount }] }
  }
  const [above, below] = [linesAboveTotal(tax), linesBelowTotal(tax)]
  const net = netLines(taxed, tax)
  return tax.included ? { above, below: [...net, ...below] } : { above: [...net, ...above], below }
}

/** The tax of the terms as that of an order, with its amount in dollars. */
export const taxOfTerms = (terms: Tax, amount: number): OrderTax => ({
  included: true,
  exempt: false,
  areaName: '',
  amount,
  rates: [{ ...terms, amount }],
})

const netLine = (amount: number): TaxLine => ({ label: 'Net amount', amount })

/** Without taxes, and of it what each rate is charged on, if that is another number and not nothing. */
function netLines({ total, shippingCost, netShipping }: Taxed, tax: OrderTax): TaxLine[] {
  const net = toCents(total) - (tax.exempt ? 0 : toCents(tax.amount))
  if (tax.exempt) return [netLine(toDollars(net))]
  const untaxed = toCents(netShipping ?? withoutTaxes(shippingCost, tax))
  const taxable = tax.rates.map(({ onShipping = true }) => (onShipping ? net : net - untaxed))
  const isOne = taxable.length === 1 && taxable[0] === net
  const lines = tax.rates.map(({ name, percent }, index) => ({
    label: `Taxable amount, ${percent}% ${name}`,
    amount: toDollars(taxable[index] ?? 0),
  }))
  return [netLine(toDollars(net)), ...(isOne ? [] : lines.filter(({ amount }) => amount !== 0))]
}

/** Shipping in dollars without the taxes that it includes. */
function withoutTaxes(shippingCost: number, tax: OrderTax): number {
  const cents = toCents(shippingCost)
  return toDollars(tax.included ? cents - sum(taxesOfShipping(cents, tax)) : cents)
}

/** The taxes on shipping at this price, in cents for each rate of the order. */
export function taxesOfShipping(cents: number, { included, rates }: OrderTax): number[] {
  const charged = rates.filter(({ onShipping = true }) => onShipping)
  const taxes = taxesOn(cents, charged.map(rateOf), included)
  return rates.map((rate) => taxes[charged.indexOf(rate)] ?? 0)
}

/** The price of one unit without taxes; undefined if it includes none. */
export function netUnitPrice(unitPrice: number, { tax, terms }: Pick<Taxed, 'tax' | 'terms'>) {
  if (tax ? !tax.included : !terms) return undefined
  const percents = tax ? tax.rates.map(({ percent }) => percent) : [terms?.percent ?? 0]
  const rates = sum(percents.map((percent) => rateOf({ percent })))
  return rates === 0 ? undefined : toDollars(rounded(toCents(unitPrice) * 100_000, 100_000 + rates))
}

interface PaidShipping {
  shippingCost: number
  tax?: OrderTax | undefined
}

/** What shipping cost with the taxes that were added to it or taken off, in dollars. */
export function paidShipping({ shippingCost, tax }: PaidShipping): number {
  if (!tax) return shippingCost
  const cents = toCents(shippingCost)
  return toDollars(cents + signOf(tax) * sum(taxesOfShipping(cents, tax)))
}
