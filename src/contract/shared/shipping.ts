import { toCents, toDollars } from './fields.ts'

/** Goods above this amount in dollars ship free of charge. */
// specification: 'free shipping above $100'
export const freeShippingAbove = 100

/** Unit price times quantity in dollars, computed in cents to avoid rounding errors. */
export const goodsTotal = (unitPrice: number, quantity: number) =>
  toDollars(toCents(unitPrice) * quantity)

/** Goods, shipping and total of an order in dollars. */
export function orderSums(unitPrice: number, quantity: number, shippingCost: number) {
  const goods = goodsTotal(unitPrice, quantity)
  const isFree = goods > freeShippingAbove || goods === 0
  const shipping = isFree ? 0 : shippingCost
  return { goods, shipping, total: toDollars(toCents(goods) + toCents(shipping)) }
}
