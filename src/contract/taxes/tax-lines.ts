import { toCents, toDollars } from '../shared/fields.ts'
import { sumsOfLines } from '../shared/shipping.ts'

export interface TaxRate {
  name: string
  /** With at most three decimals. */
  percent: number
  /** Whether it is charged on shipping too. */
  onShipping: boolean
}

/** The taxes of an area for one buyer. */
export interface Taxation {
  /** Whether the prices include them. */
  included: boolean
  /** Whether the buyer pays none: prices that include them are reduced by them. */
  exempt: boolean
  /** Where the goods go, as it is shown. */
  areaName: string
  rates: readonly TaxRate[]
}

/** 100 % in the unit of stored rates, which are whole numbers. */
const whole = 100_000

/** A percentage as stored. */
export const rateOf = ({ percent }: Pick<TaxRate, 'percent'>) => Math.round(percent * 1000)

/** A ratio of whole numbers, rounded half up. Exact up to 2^51. */
export function rounded(dividend: number, divisor: number): number {
  const doubled = 2 * dividend + divisor
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor)
}

/**
 * The tax of each rate on an amount in whole cents: rounded half up for each rate. An amount that includes the taxes
 * consists of the net amount and all of them. SQL function `taxes_of` is the same.
 */
export function taxesOn(cents: number, rates: readonly number[], included: boolean): number[] {
  const all = whole + (included ? sum(rates) : 0)
  return rates.map((rate) => rounded(cents * rate, all))
}

/** What taxes change in a total: nothing if the prices include them, and minus if the buyer is exempt of those. */
export const signOf = ({ included, exempt }: Pick<Taxation, 'included' | 'exempt'>) =>
  included ? (exempt ? -1 : 0) : 1

/** The rates that are computed: none for an exempt buyer of net prices. */
export const computedRates = ({
  included,
  exempt,
  rates,
}: Pick<Taxation, 'included' | 'exempt' | 'rates'>) => (exempt && !included ? [] : rates)

/** Shipping and taxes, which are charged beside goods. */
export interface Charges {
  /** The cost of shipping if it is not free, in dollars. */
  shippingCost: number
  taxes?: Taxation | undefined
}

interface TaxedLine {
  unitPrice: number
  quantity: number
}

/** Goods, shipping, taxes and total of an order in dollars. Without taxes it is the sum of goods and shipping. */
export function taxedSums(lines: readonly TaxedLine[], { shippingCost, taxes: taxation }: Charges) {
  const sums = sumsOfLines(lines, shippingCost)
  if (!taxation) return { ...sums, tax: undefined }
  const rates = computedRates(taxation)
  const ofLines = lines.map(({ unitPrice, quantity }) =>
    taxesOn(toCents(unitPrice) * quantity, rates.map(rateOf), taxation.included),
  )
  const onShipping = rates.filter(({ onShipping: isCharged }) => isCharged)
  const ofShipping = taxesOn(toCents(sums.shipping), onShipping.map(rateOf), taxation.included)
  const perRate = rates.map((rate, index) => ({
    rate,
    cents:
      sum(ofLines.map((taxes) => taxes[index] ?? 0)) + (ofShipping[onShipping.indexOf(rate)] ?? 0),
  }))
  const cents = sum(perRate.map((each) => each.cents))
  const { included, exempt, areaName } = taxation
  return {
    ...sums,
    total: toDollars(toCents(sums.total) + signOf(taxation) * cents),
    tax: {
      included,
      exempt,
      areaName,
      amount: toDollars(cents),
      rates: perRate.map(({ rate: { name, percent }, cents: amount }) => ({
        name,
        percent,
        amount: toDollars(amount),
      })),
    },
  }
}

export const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
