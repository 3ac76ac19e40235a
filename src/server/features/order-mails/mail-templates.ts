import type { Tracking } from '#contract/shared/carriers.ts'
import { trackingText, trackingUrl } from '#contract/shared/carriers.ts'
import type { Clock } from '#contract/formats/clock.ts'
import { toDollars } from '#contract/shared/fields.ts'
import { dollars, groupDigits, shortId, unitsText } from '#contract/formats/formatting.ts'
import { documentSums } from '#contract/invoices/document-sums.ts'
import type { Tax } from '#contract/invoices/invoices.ts'
import type { TaxLine } from '#contract/taxes/tax-words.ts'
import type { OrderTax } from '#contract/taxes/taxes.ts'
import type { Schema } from '../../db/schema.ts'
import type { Facts, Link, MailContent } from '../../services/mail/mail.ts'
import { orderedFacts } from './ordered-facts.ts'
import type { Ordered } from './ordered-facts.ts'

/** An order and its event, as the data of a mail. */
export interface OrderNotice extends Ordered {
  id: string
  kind: Schema['order_mails']['kind']
  details: Schema['order_mails']['details']
  shippingCents: number
  tax?: OrderTax | undefined
  /** The tax that its invoice says is in its prices; null without one. */
  terms?: Tax | null
  totalCents: number
  status: 'unpaid' | 'paid' | 'shipped' | 'refunded'
  heldUntil: Date | null
  transactionId: string | null
  /** The credit notes of a refund with the units that an admin named, oldest first. */
  creditNotes?: readonly RefundedPart[] | null
  /** Whether parts of the payment were refunded before its rest. */
  wasPartlyRefunded?: boolean
  tracking: Tracking | null
  /** Recipient, address and phone, each on its own line; null if the order has none. */
  deliverTo?: string | null
}

export interface RefundedPart {
  number: number
  cents: number
  lines: readonly { name: string; quantity: number }[] | null
  /** As on paper. */
  taxes?: readonly TaxLine[]
}

/** One order, or several with the same event. */
type OrderNotices = readonly [OrderNotice, ...OrderNotice[]]
type Recipient = { email: string; name: string }
type Content = Pick<MailContent, 'subject' | 'preheader' | 'paragraphs' | 'facts' | 'action'>

/** Facts of the shop that mails show. */
interface Site {
  origin: string
  clock: Clock
}

export const orderMail = (recipient: Recipient, all: OrderNotices, site: Site): MailContent => ({
  to: recipient.email,
  name: recipient.name,
  facts: all.map((order) => factsOf(order, site)),
  reason: 'You’re receiving this email because you placed an order with us.',
  ...templates[all[0].kind](all, site),
})

type Templates = Readonly<Record<OrderNotice['kind'], (all: OrderNotices, site: Site) => Content>>

const templates: Templates = {
  placed: (all, site) => ({
    subject: `Your ${ordersIn(all)} at Auto Parts`,
    preheader: `Total to pay: ${totalOf(all)}.`,
    ...payable(all, site, `${reservationOf(all, site)} You can cancel until you pay.`),
  }),
  lapsed: (all, site) => (wasReserved(all[0]) ? ended(all, site) : notReserved(all, site)),
  paid: (all, { origin }) => ({
    subject: `Paid: your ${ordersIn(all)}`,
    preheader: `We’ve received your payment of ${totalOf(all)}.`,
    paragraphs: [
      `We’ve received your payment of ${totalOf(all)}. We’ll email you when ${isOne(all) ? 'it ships' : 'your orders ship'}.`,
    ],
    action: invoiceLink(all, origin),
  }),
  shipped: (all, { origin }) => ({
    subject: `Shipped: your ${ordersIn(all)}`,
    preheader: 'On the way to you.',
    paragraphs: [
      `Your ${ordersIn(all)} ${isOne(all) ? 'is' : 'are'} on the way to you.`,
      'Faulty goods are exchanged within 7 days.',
    ],
    action: trackingLink(all) ?? invoiceLink(all, origin),
  }),
  refunded: ([order], { origin }) => {
    const refunded = order.wasPartlyRefunded
      ? `We’ve refunded the rest of your payment to your card, ${totalOf([order])} in all.`
      : `We’ve refunded ${totalOf([order])} to your card.`
    if (order.details.reason === 'charged-back') return chargedBack(order, origin)
    return {
      subject: `Refunded: your ${ordersIn([order])}`,
      preheader: refunded,
      paragraphs: [...reasonOf(order), `${refunded} ${appears}`],
      action: myOrdersLink(origin),
    }
  },
  'partly-refunded': ([order], { origin }) => {
    const { cents = 0, amount = cents } = order.details
    const total = dollars(toDollars(cents))
    const refunded =
      amount === cents
        ? `We’ve refunded part of your payment to your card: ${total} in all.`
        : `We’ve refunded ${dollars(toDollars(amount))} of your payment to your card, ${total} in all.`
    return {
      subject: `Partly refunded: your ${ordersIn([order])}`,
      preheader: refunded,
      paragraphs: [`${refunded} ${appears}`],
      facts: [refundedFactsOf(order)],
      action: myOrdersLink(origin),
    }
  },
}

export const mailKinds = Object.keys(templates)

/** The bank decides a dispute for the customer. */
const chargedBack = (order: OrderNotice, origin: string): Content => ({
  subject: `Charged back: your ${ordersIn([order])}`,
  preheader: `Your bank has returned ${totalOf([order])} to you.`,
  paragraphs: [
    `Your bank has decided the dispute about this payment in your favor, and has returned ${totalOf([order])} to you. The order is closed.`,
  ],
  action: myOrdersLink(origin),
})

const appears = 'It may take a few days to appear.'

/** Two refunds are automatic; an admin or the owner makes all others. */
function reasonOf({ details: { reason } }: OrderNotice): string[] {
  if (reason === 'out-of-stock') {
    return ['The items sold out before your payment arrived. We’re sorry.']
  }
  if (reason === 'paid-twice') return ['This order was paid twice. It stays paid.']
  return []
}

const factsOf = (order: OrderNotice, { origin }: Pick<Site, 'origin'>): Facts => {
  const sums = documentSums({
    total: toDollars(order.totalCents),
    shippingCost: toDollars(order.shippingCents),
    tax: order.tax,
    terms: order.terms ?? undefined,
  })
  return {
    title: `Order ${shortId(order.id)}`,
    rows: [
      // Before the parts, which may be many.
      ...shipmentFacts(order),
      ...deliveryFacts(order),
      ...orderedFacts(order, myOrdersLink(origin).url),
      ...(order.shippingCents > 0
        ? [['Shipping', dollars(toDollars(order.shippingCents))] as const]
        : []),
      ...taxFacts(sums.above),
      ['Total', totalOf([order])],
      ...taxFacts(sums.below),
      ...(order.creditNotes ?? []).flatMap((note) => noteFacts(note, order)),
      ...(order.transactionId ? [['Transaction', order.transactionId] as const] : []),
    ],
  }
}

/** The refunded parts, not the others of the order. */
const refundedFactsOf = (order: OrderNotice): Facts => ({
  title: `Order ${shortId(order.id)}`,
  rows: [
    ...(order.buyerReference ? [['Your order number', order.buyerReference] as const] : []),
    ...(order.creditNotes ?? []).flatMap((note) => noteFacts(note, order)),
    ['Refunded in all', dollars(toDollars(order.details.cents ?? 0))],
    ['Paid', totalOf([order])],
    ...(order.transactionId ? [['Transaction', order.transactionId] as const] : []),
  ],
})

/** The taxes of the note of a whole order are those of the order. */
const noteFacts = (
  { number, cents, lines, taxes }: RefundedPart,
  { totalCents }: OrderNotice,
): Facts['rows'] => [
  [`Credit note ${number}`, dollars(toDollars(cents))],
  ...(lines ?? []).map(({ name, quantity }) => [name, `${unitsText(quantity)} refunded`] as const),
  ...(cents === totalCents ? [] : taxFacts(taxes ?? [])),
]

/** Where a paid order goes. */
function deliveryFacts({ kind, deliverTo }: OrderNotice): Facts['rows'] {
  if (!deliverTo || (kind !== 'paid' && kind !== 'shipped')) return []
  return [['Deliver to', deliverTo.split('\n').filter(Boolean).join(', ')]]
}

const taxFacts = (lines: readonly TaxLine[]): Facts['rows'] =>
  lines.map(({ label, amount }) => [label, dollars(amount)])

function shipmentFacts({ kind, tracking }: OrderNotice): Facts['rows'] {
  if (kind !== 'shipped' || !tracking) return []
  const url = trackingUrl(tracking)
  return [['Shipped with', trackingText(tracking)], ...(url ? [['Tracking', url] as const] : [])]
}

/** One of several orders that wait for payment, each with its own time and link. */
function payableFactsOf(order: OrderNotice, { origin, clock }: Site): Facts {
  const { title, rows } = factsOf(order, { origin })
  const until = order.heldUntil
    ? [['Reserved until', clock.dateTime(order.heldUntil)] as const]
    : []
  return { title, rows: [...rows, ...until], link: paymentLink([order], origin) }
}

/** A mail about orders that wait for payment. */
const payable = (all: OrderNotices, site: Site, reservation: string) => ({
  paragraphs: [
    `Thank you. We’ve received your ${ordersIn(all)}.`,
    reservation,
    ...(isOne(all) ? [] : [`Total to pay: ${totalOf(all)}.`]),
  ],
  facts: all.map((order) => (isOne(all) ? factsOf : payableFactsOf)(order, site)),
  action: paymentLink(all, site.origin),
})

/** Whether the order had a reservation before. */
export const wasReserved = ({ details }: Pick<OrderNotice, 'details'>) => details.reserved !== false

const ended = (all: OrderNotices, { origin }: Site): Content => ({
  subject: `Not paid in time: your ${ordersIn(all)}`,
  preheader: 'The items are back in stock. You haven’t been charged.',
  paragraphs: [
    `Your ${ordersIn(all)} ${isOne(all) ? 'wasn’t' : 'weren’t'} paid in time, so the items are back in stock. You haven’t been charged.`,
    'You can still pay while they’re in stock and the price hasn’t changed.',
  ],
  action: paymentLink(all, origin),
})

const notReserved = (all: OrderNotices, site: Site): Content => ({
  subject: `Not reserved: your ${ordersIn(all)} at Auto Parts`,
  preheader: `Total to pay: ${totalOf(all)}.`,
  ...payable(
    all,
    site,
    `${isOne(all) ? 'It isn’t' : 'They aren’t'} reserved. Pay now to get these parts while they’re in stock.`,
  ),
})

const isOne = (all: OrderNotices) => all.length === 1

const ordersIn = (all: OrderNotices) =>
  isOne(all) ? `order ${shortId(all[0].id)}` : `${groupDigits(all.length)} orders`

const totalOf = (all: OrderNotices) =>
  dollars(toDollars(all.reduce((cents, { totalCents }) => cents + totalCents, 0)))

/** The end of the reservation; of several orders, the earliest. */
function reservationOf(all: OrderNotices, { clock }: Site): string {
  const ends = all.flatMap(({ heldUntil }) => heldUntil?.getTime() ?? [])
  const earliest = clock.dateTime(new Date(Math.min(...ends)))
  const isSame = ends.every((end) => clock.dateTime(new Date(end)) === earliest)
  return `We’re holding these items until ${earliest}${isSame ? '' : ' or longer'}.`
}

const myOrdersLink = (origin: string): Link => ({
  label: 'See your orders',
  url: `${origin}/dashboard/myOrder`,
})

const paymentLink = (all: OrderNotices, origin: string): Link =>
  isOne(all)
    ? { label: 'Pay now', url: `${origin}/dashboard/payment/${all[0].id}` }
    : myOrdersLink(origin)

/** The page of the carrier; undefined for several orders, or without a number. */
function trackingLink([{ tracking }, ...more]: OrderNotices): Link | undefined {
  const url = tracking && more.length === 0 ? trackingUrl(tracking) : undefined
  return url ? { label: 'Track the shipment', url } : undefined
}

const invoiceLink = (all: OrderNotices, origin: string): Link =>
  isOne(all)
    ? { label: 'See the invoice', url: `${origin}/dashboard/invoice/${all[0].id}` }
    : myOrdersLink(origin)
