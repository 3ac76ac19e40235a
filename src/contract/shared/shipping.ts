import { toCents, toDollars } from './fields.ts'

/** Goods worth more than this, in dollars, ship free of charge, as the pages promise. */
// specification: 'free shipping above $100'
export const freeShippingAbove = 100

/** Unit price times quantity in dollars, counted in cents so that it never drifts. */
export const goodsTotal = (unitPrice: number, quantity: number) =>
  toDollars(toCents(unitPrice) * quantity)

/** What an order comes to where sending one costs `shippingCost`, all in dollars. */
export function orderSums(unitPrice: number, quantity: number, shippingCost: number) {
  const goods = goodsTotal(unitPrice, quantity)
  const isFree = goods > freeShippingAbove || goods === 0
  const shipping = isFree ? 0 : shippingCost
  return { goods, shipping, total: toDollars(toCents(goods) + toCents(shipping)) }
}
