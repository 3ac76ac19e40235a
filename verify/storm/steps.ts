import { orders } from '#contract/orders/orders.ts'
import { prices } from '#contract/products/account-prices.ts'
import { unitPrice } from '#contract/prices/unit-price.ts'
import { payments } from '#contract/payments.ts'
import type { Product } from '#contract/products/products.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { taxedSums } from '#contract/taxes/tax-lines.ts'
import { taxes } from '#contract/taxes/taxes.ts'
import type { ApiResponse } from '../../rig/call.ts'
import type { Client } from '../../rig/client.ts'
import { fillCart, noteCart } from './carts.ts'
import { transactionOf } from './card-payments.ts'
import { recordPlaced } from './journal.ts'
import type { Finding } from '../../rig/record.ts'
import type { Journal } from './journal.ts'
import type { OrderPlan } from './plan.ts'

export interface Buyer {
  email: string
  client: Client
  journal: Journal
  /** URL of the card provider. */
  provider: string
  reservationMs: number
}

export interface Ordered {
  id: string
  price: number
}

interface NewOrder {
  lines: { product: string; quantity: number }[]
  car: OrderPlan['car']
  name: string
  price: number
  /** Whether its lines are the buyer's whole cart. */
  isCart: boolean
}

/** An order of one line by the specified call, others by the call for several parts. */
const requestFor = ({ lines: parts, car, name, price, isCart }: NewOrder) => {
  const { name: _, ...keys } = car ?? { name: null }
  const lines = parts.map((line) => ({ ...line, ...keys }))
  const [only, ...others] = lines
  if (isCart) {
    return [quickOrder.place, { body: { lines, price, cart: { lines: parts } } }] as const
  }
  return only && others.length === 0
    ? ([orders.place, { body: { ...only, name, price } }] as const)
    : ([quickOrder.place, { body: { lines, price } }] as const)
}

const sendOrder = ({ client }: Buyer, key: string, order: NewOrder) => {
  const [e, request] = requestFor(order)
  return client.call(e, request, { key })
}

/** Places an order as planned and records its acknowledgement. Returns undefined if it was refused. */
export async function place(buyer: Buyer, plan: OrderPlan, products: readonly Product[]) {
  const { client, journal } = buyer
  const { key, quantity, placing, cutAfterMs } = plan
  const cents = await agreedCents(buyer, plan, products)
  const order: NewOrder = {
    lines: products.map(({ _id }) => ({ product: _id, quantity })),
    car: plan.car,
    name: products[0]?.name ?? '',
    price: cents / 100,
    isCart: false,
  }
  order.isCart = plan.isFromCart && (await fillCart(buyer, order.lines))
  const record = (response: ApiResponse<typeof orders.place> | undefined, sentKey = key) =>
    response?.status === 200
      ? acknowledge(buyer, sentKey, order, response.body.insertedId)
      : undefined

  journal.keysSent.set(buyer.email, (journal.keysSent.get(buyer.email) ?? 0) + 1)
  const started = performance.now()
  if (placing === 'cut') {
    const [e, request] = requestFor(order)
    record(await client.send(e, request, { key, cutAfterMs }))
  }
  // Two devices that show one cart have a key each, and only one of them orders it.
  const keys = placing === 'double' ? [key, order.isCart ? `${key}-other` : key] : [key]
  const responses = await Promise.all(keys.map((sent) => sendOrder(buyer, sent, order)))
  if (responses.some((response) => response)) journal.placingMs.push(performance.now() - started)
  const [acknowledged] = responses.flatMap((response, n) => record(response, keys[n]) ?? [])
  if (order.isCart)
    noteCart(
      buyer,
      responses.map((response) => response?.status),
    )
  const placed = acknowledged && (await atStoredPrice(buyer, acknowledged))
  if (!placed && responses.some((response) => response?.status === 409)) journal.refused += 1
  const repeat = async () => void record(await sendOrder(buyer, key, order))
  return placed && { ...placed, repeat }
}

/** The total as the buyer sees it: by the account's prices, or by those of one unit, with the taxes of the shop. */
async function agreedCents(
  { client }: Buyer,
  { quantity, sendsListTotal }: OrderPlan,
  parts: readonly Product[],
) {
  const query = { products: parts.map(({ _id }) => _id).join(',') }
  const own = sendsListTotal ? undefined : await client.call(prices.own, { query })
  const found = own?.status === 200 ? own.body : []
  const lines = parts.map((part, index) => ({
    unitPrice: sendsListTotal ? part.price : unitPrice(found[index] ?? part, quantity),
    quantity,
  }))
  const taxed = await client.call(taxes.own, {})
  const charged = taxed?.status === 200 ? taxed.body : undefined
  return Math.round(taxedSums(lines, { shippingCost: 0, taxes: charged }).total * 100)
}

/** The order with the total that the shop keeps, which is below the agreed one if lower prices apply. */
async function atStoredPrice(buyer: Buyer, ordered: Ordered): Promise<Ordered> {
  const read = await buyer.client.call(orders.one, { params: { id: ordered.id } })
  if (read?.status !== 200) return ordered
  if (read.body.price > ordered.price) {
    reportFinding(buyer, 'reads', `order ${ordered.id} costs more than its buyer agreed to`)
  }
  return { ...ordered, price: read.body.price }
}

function acknowledge({ email, journal }: Buyer, key: string, order: NewOrder, orderId: string) {
  const { price, car } = order
  const lines = order.lines.map((line) => ({ ...line, car: car?.name ?? null }))
  const totalCents = Math.round(price * 100)
  recordPlaced(journal, { orderId, email, key, lines, totalCents })
  return { id: orderId, price } satisfies Ordered
}

/** The client secret of the order's payment; undefined if it cannot be paid at the moment. */
export async function openPayment({ client }: Buyer, { id, price }: Ordered) {
  const response = await client.call(payments.createIntent, { body: { price, order: id } })
  return response?.status === 200 ? response.body.clientSecret : undefined
}

/** Reports a payment; if it is acknowledged, every node must return the order as paid at once. */
export async function report(buyer: Buyer, { id }: Ordered, clientSecret: string) {
  const { client, journal } = buyer
  const transactionId = transactionOf(clientSecret)
  const request = { params: { id }, body: { order: id, transactionId } }
  const response = await client.call(payments.confirm, request)
  if (response?.status !== 200) return
  journal.paid.set(id, transactionId)
  const read = await client.call(orders.one, { params: { id } })
  const mayBeReturned = journal.refundsRequested.has(id) || journal.losing.has(transactionId)
  if (read?.status !== 200 || mayBeReturned) return
  if (!read.body.paid || read.body.transactionId !== transactionId) {
    reportFinding(buyer, 'reads', `order ${id} was acknowledged as paid, then read as unpaid`)
  }
}

/** Deletes the order; if it is acknowledged, no node may delete it again. */
export async function remove(buyer: Buyer, { id }: Ordered) {
  const { client, journal } = buyer
  const response = await client.call(ownOrders.remove, { params: { id } })
  if (response?.status !== 200) return
  journal.deleted.add(id)
  const again = await client.call(ownOrders.remove, { params: { id } })
  if (again?.status === 200) reportFinding(buyer, 'repeats', `order ${id} was deleted twice`)
}

export function reportFinding(
  { journal }: Buyer,
  invariant: Finding['invariant'],
  example: string,
) {
  journal.findings.push({ invariant, example })
}
