import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import {
  Id,
  IdParams,
  numeric,
  PageQuery,
  Phone,
  PostalAddress,
  text,
  wholeNumber,
} from './shared/fields.ts'
import { quantityMin } from './shared/quantity.ts'
import { specifiedMessages } from './shared/specified-messages.ts'

/** The card provider takes no more than this in one payment. */
export const totalMax = 999_999.99

export const messages = specifiedMessages.orders

/** What is wrong with a typed quantity, in the order a buyer is told; undefined when it can be ordered. */
export function quantityProblem(typed: string, available: number): string | undefined {
  const digits = typed.trim()
  if (digits === '') return messages.quantityRequired
  if (digits.length < 2) return messages.quantityTooShort
  if (!/^-?\d+$/.test(digits)) return messages.quantityInvalid
  const quantity = Number(digits)
  if (quantity > available) return messages.quantityTooHigh
  if (quantity <= 0) return messages.quantityInvalid
  if (quantity < quantityMin) return messages.quantityTooShort
  return undefined
}

export const orderStatuses = ['unpaid', 'paid', 'shipped', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Who receives an order, and where. */
export const Delivery = z.object({
  name: text(specifiedMessages.accounts.nameRequired, { max: 100 }),
  phone: Phone,
  address: PostalAddress,
})
export type Delivery = z.infer<typeof Delivery>

export const Order = z.object({
  _id: Id,
  name: z.string(),
  /** The total. */
  price: z.number(),
  quantity: z.int(),
  email: z.string(),
  status: z.enum(orderStatuses),
  paid: z.boolean(),
  shipping: z.boolean(),
  transactionId: z.nullable(z.string()),
  product: Id,
  img: z.string(),
  unitPrice: z.number(),
  /** What sending it costs, in the total. */
  shippingCost: z.number(),
  /** As the product had it when the order was placed; left out where it had none. */
  partNumber: z.optional(z.string()),
  createdAt: z.string(),
  /** Until when the units are kept for this unpaid order; null once they are not. */
  heldUntil: z.nullable(z.string()),
  /** As the buyer's profile had it when the order was placed, or as told for this order. */
  delivery: z.nullable(z.object({ name: z.string(), phone: z.string(), address: z.string() })),
})
export type Order = z.infer<typeof Order>

export const NewOrder = z.object({
  product: z.optional(Id),
  /** What the shop itself calls it: to be found, not to be judged. */
  name: z
    .string(specifiedMessages.accounts.nameRequired)
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.minLength(1, specifiedMessages.accounts.nameRequired),
      z.maxLength(200, 'Must be 200 characters or lower'),
    ),
  quantity: numeric(messages.quantityInvalid, { required: messages.quantityRequired }).check(
    z.refine((value: number) => Number.isInteger(value), {
      error: messages.quantityInvalid,
      abort: true,
    }),
    z.refine((value: number) => value > 0, { error: messages.quantityInvalid, abort: true }),
    z.refine((value: number) => value >= quantityMin, {
      error: messages.quantityTooShort,
      abort: true,
    }),
    z.refine((value: number) => value <= 1_000_000, messages.quantityTooHigh),
  ),
  /** The total the buyer saw. Refused when it is not ours, so nobody pays what they did not agree to. */
  price: numeric('The total is a number').check(
    z.refine((value: number) => value >= 0, { error: 'The total is a number', abort: true }),
    z.refine((value: number) => value <= totalMax, `One order comes to $${totalMax} at most`),
  ),
})
export type NewOrder = z.infer<typeof NewOrder>

/** What has become of an order, for who placed it. */
export const OrderStep = z.object({
  kind: z.enum(['placed', 'paid', 'shipped', 'cancelled', 'refunded', 'partly-refunded']),
  at: z.string(),
  /** Dollars that went back so far, of a partial refund. */
  amount: z.optional(z.number()),
})
export type OrderStep = z.infer<typeof OrderStep>

export const OwnOrder = z.extend(Order, {
  /** Oldest first; told where a numbered page or a state is asked for. */
  steps: z.optional(z.array(OrderStep)),
})
export type OwnOrder = z.infer<typeof OwnOrder>

/** One order alone. */
export const OneOrder = z.extend(Order, {
  /** When the money of a refunded order went back, and whether its units had been sold by then. */
  refund: z.optional(z.object({ at: z.string(), reason: z.enum(['out-of-stock', 'given-back']) })),
})
export type OneOrder = z.infer<typeof OneOrder>

/** The admin's lists of orders, by what is to be done about them. */
export const orderTabs = ['all', 'to-ship', 'shipped', 'not-paid', 'refunded'] as const
export type OrderTab = (typeof orderTabs)[number]

/** A customer's own lists: what was deleted unpaid is kept too, and shown only where it is asked for. */
export const ownOrderTabs = [...orderTabs, 'cancelled'] as const
export type OwnOrderTab = (typeof ownOrderTabs)[number]

export const orderSorts = [
  'order',
  'product',
  'quantity',
  'amount',
  'customer',
  'delivery',
] as const
export type OrderSort = (typeof orderSorts)[number]

/** Which of all orders, and in which order; newest first where nothing is said. */
export const OrderFilter = z.object({
  tab: z.optional(z.enum(orderTabs)),
  q: PageQuery.shape.q,
  sort: z.optional(z.enum(orderSorts)),
  direction: z.optional(z.enum(['asc', 'desc'])),
})
export type OrderFilter = z.output<typeof OrderFilter>

/** The number of a page. */
export const PageNumber = z.optional(wholeNumber('page is a number from 1 to 100000', 100_000))

export const orders = {
  place: endpoint({
    method: 'POST',
    path: '/order',
    access: 'customer',
    summary: 'Place an order; its units are taken from the stock at once',
    limit: 'orders',
    body: NewOrder,
    response: z.object({ insertedId: Id }),
    problems: ['not-found', 'insufficient-stock', 'price-changed', 'too-many-unpaid'],
    idempotent: 'own',
  }),
  one: endpoint({
    method: 'GET',
    path: '/order/{id}',
    access: 'customer',
    summary: 'One order: your own, or any if you are an admin',
    params: IdParams,
    response: OneOrder,
    problems: ['not-found'],
  }),
}
