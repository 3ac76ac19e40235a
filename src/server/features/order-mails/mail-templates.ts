import type { Tracking } from '#contract/shared/carriers.ts'
import { trackingText, trackingUrl } from '#contract/shared/carriers.ts'
import type { Clock } from '#contract/formats/clock.ts'
import { toDollars } from '#contract/shared/fields.ts'
import { dollars, shortId } from '#contract/formats/formatting.ts'
import { linesAboveTotal, linesBelowTotal } from '#contract/taxes/tax-words.ts'
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
  totalCents: number
  status: 'unpaid' | 'paid' | 'shipped' | 'refunded'
  heldUntil: Date | null
  transactionId: string | null
  /** Whether parts of the payment were refunded before its rest. */
  wasPartlyRefunded?: boolean
  tracking: Tracking | null
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
  facts: all.map(factsOf),
  reason: 'You’re receiving this email because you placed an order with us.',
  ...templates[all[0].kind](all, site),
})

type Templates = Readonly<Record<OrderNotice['kind'], (all: OrderNotices, site: Site) => Content>>

const templates: Templates = {
  placed: (all, site) => ({
    subject: `Your ${ordersIn(all)} at Auto Parts`,
    preheader: `Total to pay: ${totalOf(all)}.`,
    paragraphs: [
      `Thank you. We’ve received your ${ordersIn(all)}.`,
      `${reservationOf(all, site)} You can cancel until you pay.`,
      ...(isOne(all) ? [] : [`Total to pay: ${totalOf(all)}.`]),
    ],
    facts: isOne(all) ? all.map(factsOf) : all.map((order) => payableFactsOf(order, site)),
    action: paymentLink(all, site.origin),
  }),
  lapsed: (all, { origin }) => ({
    subject: `Not paid in time: your ${ordersIn(all)}`,
    preheader: 'The items are back in stock. You haven’t been charged.',
    paragraphs: [
      `Your ${ordersIn(all)} ${isOne(all) ? 'wasn’t' : 'weren’t'} paid in time, so the items are back in stock. You haven’t been charged.`,
      'Other customers can order them first for a few minutes. After that, you can still pay while stock lasts and the price hasn’t changed.',
    ],
    action: paymentLink(all, origin),
  }),
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
      action: myOrdersLink(origin),
    }
  },
}

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

const factsOf = (order: OrderNotice): Facts => ({
  title: `Order ${shortId(order.id)}`,
  rows: [
    ...orderedFacts(order),
    ...(order.shippingCents > 0
      ? [['Shipping', dollars(toDollars(order.shippingCents))] as const]
      : []),
    ...taxFacts(linesAboveTotal(order.tax)),
    ['Total', totalOf([order])],
    ...taxFacts(linesBelowTotal(order.tax)),
    ...(order.transactionId ? [['Transaction', order.transactionId] as const] : []),
    ...shipmentFacts(order),
  ],
})

const taxFacts = (lines: ReturnType<typeof linesAboveTotal>): Facts['rows'] =>
  lines.map(({ label, amount }) => [label, dollars(amount)])

function shipmentFacts({ kind, tracking }: OrderNotice): Facts['rows'] {
  if (kind !== 'shipped' || !tracking) return []
  const url = trackingUrl(tracking)
  return [['Shipped with', trackingText(tracking)], ...(url ? [['Tracking', url] as const] : [])]
}

/** One of several orders that wait for payment, each with its own time and link. */
function payableFactsOf(order: OrderNotice, { origin, clock }: Site): Facts {
  const { title, rows } = factsOf(order)
  const until = order.heldUntil
    ? [['Reserved until', clock.dateTime(order.heldUntil)] as const]
    : []
  return { title, rows: [...rows, ...until], link: paymentLink([order], origin) }
}

const isOne = (all: OrderNotices) => all.length === 1

const ordersIn = (all: OrderNotices) =>
  isOne(all) ? `order ${shortId(all[0].id)}` : `${all.length} orders`

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
