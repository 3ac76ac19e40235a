import * as z from 'zod/mini'
import { Place } from '../addresses/addresses.ts'
import { carrierKeys } from '../shared/carriers.ts'
import { CreditNote, Invoice } from '../invoices/invoices.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Id, IdParams, numeric, Phone, PostalAddress, text } from '../shared/fields.ts'
import { dollars } from '../formats/formatting.ts'
import { messages } from './quantity-rules.ts'
import { orderLinesMax } from '../shared/limits.ts'
import { OrderTax } from '../taxes/taxes.ts'
import { specifiedMessages } from '../shared/specified-messages.ts'
import { OrderedAs, WantedNumber } from '../numbers/number-of-line.ts'
import { OrderedCar, WantedCar } from '../fitments/car-of-line.ts'
import { type Open, openEnum } from '../shared/open-enum.ts'

/** The card provider takes no more than this in one payment. */
export const totalMax = 999_999.99
export const totalTooHigh = `An order can be at most ${dollars(totalMax)}`

export const orderStatuses = ['unpaid', 'paid', 'shipped', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/**
 * The bank of the card's owner asks about a payment (`inquiry`), or has withdrawn it for a dispute (`open`), which the
 * shop won or lost. An inquiry that ends without a dispute is `won`.
 */
export const disputeStates = ['inquiry', 'open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

interface Disputed {
  status: Open<OrderStatus>
  dispute?: Open<DisputeState> | null | undefined
}

/** Whether an order is held back: the verdict about its payment is open. */
export const isHeldByDispute = ({ dispute }: Pick<Disputed, 'dispute'>) =>
  dispute === 'inquiry' || dispute === 'open'

/** Whether the bank has withdrawn the payment or parts of it, so that the shop cannot refund it. */
export const isWithdrawn = ({ dispute }: Pick<Disputed, 'dispute'>) =>
  dispute === 'open' || dispute === 'lost'

/** Whether an admin can mark the order as shipped. */
export const isShippable = (order: Disputed) => order.status === 'paid' && !isHeldByDispute(order)

/** Whether an order is paid, not shipped, and without a delivery address. */
export const lacksAddress = (order: Pick<Order, 'status' | 'delivery'>) =>
  order.status === 'paid' && order.delivery === null

/** Whether the bank has returned the payment for good: the order is closed. */
export const isChargedBack = ({ status, dispute }: Disputed) =>
  status === 'refunded' && dispute === 'lost'

/** Who receives an order, and where. */
export const Delivery = z.object({
  name: text(specifiedMessages.accounts.nameRequired, { max: 100, isPrinted: true }),
  phone: Phone,
  address: PostalAddress,
})
export type Delivery = z.infer<typeof Delivery>

/** A part of an order, as it was when the order was placed. */
export const OrderLine = z.object({
  product: Id,
  name: z.string(),
  img: z.string(),
  /** Absent if the product had none. */
  partNumber: z.optional(z.string()),
  unitPrice: z.number(),
  /** The public price of one unit, if `unitPrice` is below it. */
  listPrice: z.optional(z.number()),
  /** Where the lower price comes from: 'from 100' for a rung of the product, else the account's price list. */
  priceFrom: z.optional(z.string()),
  quantity: z.int(),
  /** Absent if the line was ordered for no car, or for one that the shop does not know. */
  ...OrderedCar,
  ...OrderedAs,
  /** Units that were refunded, which are not to be shipped; only of one order, and absent if there are none. */
  refunded: z.optional(z.int()),
})
export type OrderLine = z.infer<typeof OrderLine>

/** An order of several lines has the product, picture, part number and unit price of its first line. */
export const Order = z.object({
  _id: Id,
  /** With several lines, that of the first and their number: "Brake Pad Set and 39 more". */
  name: z.string(),
  /** The total. */
  price: z.number(),
  /** The units of all lines. */
  quantity: z.int(),
  email: z.string(),
  status: openEnum(orderStatuses),
  paid: z.boolean(),
  shipping: z.boolean(),
  transactionId: z.nullable(z.string()),
  product: Id,
  img: z.string(),
  unitPrice: z.number(),
  /** Shipping cost, part of the total. */
  shippingCost: z.number(),
  /** Absent if the shop charged no taxes when the order was placed. */
  tax: z.optional(OrderTax),
  /** The product's part number when the order was placed; absent if it had none. */
  partNumber: z.optional(z.string()),
  lines: z.array(OrderLine),
  /** The buyer's own order number. */
  reference: z.optional(z.string()),
  createdAt: z.string(),
  /** Expiry of the reservation of an unpaid order; null if its units are not reserved. */
  heldUntil: z.nullable(z.string()),
  /** From the buyer's profile when the order was placed, or entered for this order. */
  delivery: z.nullable(
    z.object({
      name: z.string(),
      phone: z.string(),
      /** As it is printed. */
      address: z.string(),
      /** The fields of the address; absent if it was entered as text. */
      place: z.optional(Place),
    }),
  ),
  /** The state of a dispute about the payment; absent if there never was one. */
  dispute: z.optional(openEnum(disputeStates)),
  /** Who carries the shipment, and its number there; absent if that is not known. */
  tracking: z.optional(
    z.object({ carrier: openEnum(carrierKeys), number: z.optional(z.string()) }),
  ),
  /** When the customer was asked for a missing delivery address. */
  addressAskedAt: z.optional(z.string()),
  /** Dollars and units refunded so far; only in the numbered pages of all orders, and absent if there are none. */
  partlyRefunded: z.optional(z.object({ amount: z.number(), units: z.int() })),
})
export type Order = z.infer<typeof Order>

/** The minimum order and the packs of the product are checked when it is read. */
const OrderedUnits = numeric(messages.quantityInvalid, {
  required: messages.quantityRequired,
}).check(
  z.refine((value: number) => Number.isInteger(value), {
    error: messages.quantityInvalid,
    abort: true,
  }),
  z.refine((value: number) => value > 0, { error: messages.quantityInvalid, abort: true }),
  z.refine((value: number) => value <= 1_000_000, messages.quantityTooHigh),
)

/** The total the buyer saw. A different total is refused, so that buyers pay only what they agreed to. */
const AgreedTotal = numeric('The total is a number').check(
  z.refine((value: number) => value >= 0, { error: 'The total is a number', abort: true }),
  z.refine((value: number) => value <= totalMax, totalTooHigh),
)

/** The buyer's own order number, shown on everything about the order. */
const Reference = z.optional(text('The order number is empty', { max: 60, isPrinted: true }))

export const NewOrder = z.object({
  product: z.optional(Id),
  /** The product's name, used to find it; therefore not validated like a new name. */
  name: z
    .string(specifiedMessages.accounts.nameRequired)
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.minLength(1, specifiedMessages.accounts.nameRequired),
      z.maxLength(200, 'Must be 200 characters or lower'),
    ),
  quantity: OrderedUnits,
  price: AgreedTotal,
  reference: Reference,
  ...WantedCar,
  ...WantedNumber,
})
export type NewOrder = z.infer<typeof NewOrder>

/** Refuses a list with the same part twice. */
export const eachPartOnce = z.refine<readonly { product: string }[]>(
  (lines) => new Set(lines.map(({ product }) => product.toLowerCase())).size === lines.length,
  'The same part is there twice',
)

/** An order of several parts. */
export const NewOrderOfLines = z.object({
  lines: z
    .array(
      z.object({ product: Id, quantity: OrderedUnits, ...WantedCar, ...WantedNumber }),
      'The order has no parts',
    )
    .check(
      z.minLength(1, { error: 'The order has no parts', abort: true }),
      z.maxLength(orderLinesMax, {
        error: `An order can have at most ${orderLinesMax} parts`,
        abort: true,
      }),
      eachPartOnce,
    ),
  price: AgreedTotal,
  reference: Reference,
})
export type NewOrderOfLines = z.infer<typeof NewOrderOfLines>

/** Order status steps as shown to the customer. */
export const OrderStep = z.object({
  kind: openEnum(['placed', 'paid', 'shipped', 'cancelled', 'refunded', 'partly-refunded']),
  at: z.string(),
  /** Dollars refunded so far, by partial refunds. */
  amount: z.optional(z.number()),
})
export type OrderStep = z.infer<typeof OrderStep>

export const OwnOrder = z.extend(Order, {
  /** Oldest first; present only if `page` or `tab` is given. */
  steps: z.optional(z.array(OrderStep)),
  /** Oldest first; like `steps`, and absent if nothing was refunded. */
  creditNotes: z.optional(z.array(CreditNote)),
})
export type OwnOrder = z.infer<typeof OwnOrder>

/** One order, with its invoice and refund. */
export const OneOrder = z.extend(Order, {
  /** Absent before the payment. */
  invoice: z.optional(Invoice),
  /** Oldest first; absent if nothing was refunded. */
  creditNotes: z.optional(z.array(CreditNote)),
  /** Time and reason of the refund: `out-of-stock` if the units were sold before the payment arrived. */
  refund: z.optional(
    z.object({ at: z.string(), reason: openEnum(['out-of-stock', 'given-back']) }),
  ),
})
export type OneOrder = z.infer<typeof OneOrder>

const IdempotencyKeyText = z
  .string('The Idempotency-Key of the request')
  .check(z.regex(/^[\x21-\x7E]{1,255}$/, '1 to 255 visible characters'))

/** Refusals of another unpaid order. */
export const reservationProblems = ['too-many-unpaid', 'too-many-products'] as const

export const orders = {
  place: endpoint({
    method: 'POST',
    path: '/order',
    access: 'customer',
    summary: 'Place an order; its units are reserved at once if the account may reserve them',
    limit: 'orders',
    body: NewOrder,
    response: z.object({ insertedId: Id }),
    problems: [
      'not-found',
      'insufficient-stock',
      'price-changed',
      'too-little',
      ...reservationProblems,
    ],
    idempotent: 'own',
  }),
  outcome: endpoint({
    method: 'POST',
    path: '/order/outcome',
    access: 'customer',
    summary:
      'The outcome of a request to place an order whose response was lost: the order placed under its Idempotency-Key, or null. Null uses up the key, so the request cannot place an order later',
    limit: 'orders',
    body: z.object({ key: IdempotencyKeyText }),
    response: z.object({ insertedId: z.nullable(Id) }),
    keepsPublicReads: true,
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
