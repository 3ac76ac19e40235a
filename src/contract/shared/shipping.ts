import { toCents, toDollars } from './fields.ts'

/** Goods above this amount in dollars ship free of charge. */
// specification: 'free shipping above $100'
export const freeShippingAbove = 100

/** Unit price times quantity in dollars, computed in cents to avoid rounding errors. */
export const goodsTotal = (unitPrice: number, quantity: number) =>
  toDollars(toCents(unitPrice) * quantity)

/** Goods, shipping and total of an order in dollars. */
export const orderSums = (unitPrice: number, quantity: number, shippingCost: number) =>
  sumsOfLines([{ unitPrice, quantity }], shippingCost)

interface PricedLine {
  unitPrice: number
  quantity: number
}

/** The goods of all lines in dollars. */
export const goodsOfLines = (lines: readonly PricedLine[]) =>
  toDollars(
    lines.reduce((cents, { unitPrice, quantity }) => cents + toCents(unitPrice) * quantity, 0),
  )

/** Goods, shipping and total of an order of several lines in dollars. */
export function sumsOfLines(lines: readonly PricedLine[], shippingCost: number) {
  const goods = goodsOfLines(lines)
  const isFree = goods > freeShippingAbove || goods === 0
  const shipping = isFree ? 0 : shippingCost
  return { goods, shipping, total: toDollars(toCents(goods) + toCents(shipping)) }
}

/** How far goods are from free shipping, in dollars. */
export const amountToFreeShipping = (goods: number) =>
  toDollars(toCents(freeShippingAbove) + 1 - toCents(goods))
