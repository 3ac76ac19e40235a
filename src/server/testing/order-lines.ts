import { toCents, toDollars } from '#contract/shared/fields.ts'
import { quickOrder } from '#contract/quick-order.ts'
import type { Part } from './payments.ts'
import type { TestShop, TestUser } from './shop.ts'

export type Wanted = readonly (readonly [part: Part, quantity: number])[]

/** The body of an order of several parts at their prices. */
export const orderOfLines = (wanted: Wanted) => ({
  lines: wanted.map(([{ id }, quantity]) => ({ product: id, quantity })),
  price: toDollars(
    wanted.reduce((cents, [{ price }, quantity]) => cents + toCents(price) * quantity, 0),
  ),
})

type Options = Parameters<TestShop['call']>[3]

/** Places an order of several parts. */
export const placeLines = (shop: TestShop, user: TestUser, wanted: Wanted, options?: Options) =>
  shop.call(user, quickOrder.place, { body: orderOfLines(wanted) }, options)
