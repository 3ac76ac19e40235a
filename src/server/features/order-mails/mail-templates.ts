import type { Clock } from '#contract/shared/clock.ts'
import { toDollars } from '#contract/shared/fields.ts'
import { dollars, shortId } from '#contract/shared/formatting.ts'
import type { Schema } from '../../db/schema.ts'
import type { Facts, MailContent } from '../../services/mail/mail.ts'

/** An order and its event, as the data of a mail. */
export interface OrderNotice {
  id: string
  kind: Schema['order_mails']['kind']
  details: Schema['order_mails']['details']
  product: string
  quantity: number
  unitPriceCents: number
  shippingCents: number
  totalCents: number
  status: 'unpaid' | 'paid' | 'shipped' | 'refunded'
  heldUntil: Date | null
  transactionId: string | null
}

/** One order, or several with the same event. */
type OrderNotices = readonly [OrderNotice, ...OrderNotice[]]
type Recipient = { email: string; name: string }
type Content = Pick<MailContent, 'subject' | 'preheader' | 'paragraphs' | 'action'>

/** Facts of the shop that mails show. */
interface Site {
  origin: string
  clock: Clock
}

export const orderMail = (recipient: Recipient, all: OrderNotices, site: Site): MailContent => ({
  to: recipient.email,
  name: recipient.name,
  facts: all.map(factsOf),
  reason: `You get this mail because this address belongs to the account that ordered.`,
  ...templates[all[0].kind](all, site),
})

const templates: Readonly<Record<OrderNotice['kind'], (all: OrderNotices, site: Site) => Content>> =
  {
    placed: (all, { origin, clock }) => ({
      subject: `Your ${ordersIn(all)} at Auto Parts`,
      preheader: `${totalOf(all)} in all.`,
      paragraphs: [`Thank you. We have your ${ordersIn(all)}.`, ...deadlineOf(all, clock)],
      action: all.some(isUnpaid) ? paymentLink(all, origin) : myOrdersLink(origin),
    }),
    lapsed: (all, { origin }) => ({
      subject: `Not paid in time: your ${ordersIn(all)}`,
      preheader: 'The units went back on the shelf. Nothing was charged.',
      paragraphs: [
        `Your ${ordersIn(all)} ${all.length > 1 ? 'were' : 'was'} not paid in time, so the units went back on the shelf. Nothing was charged.`,
        'Other buyers can order them first for a few minutes. After that you can still pay while there are enough units and the price is the same.',
      ],
      action: paymentLink(all, origin),
    }),
    paid: (all, { origin }) => ({
      subject: `Paid: your ${ordersIn(all)}`,
      preheader: `Your payment of ${totalOf(all)} has arrived.`,
      paragraphs: [
        `Your payment of ${totalOf(all)} has arrived. We write again when your ${ordersIn(all)} ${all.length > 1 ? 'are' : 'is'} shipped.`,
      ],
      action: invoiceLink(all, origin),
    }),
    shipped: (all, { origin }) => ({
      subject: `Shipped: your ${ordersIn(all)}`,
      preheader: 'On the way to you.',
      paragraphs: [
        `Your ${ordersIn(all)} ${all.length > 1 ? 'are' : 'is'} on the way to you.`,
        'Faulty goods are exchanged within 7 days.',
      ],
      action: invoiceLink(all, origin),
    }),
    refunded: ([order], { origin }) => {
      const amount = totalOf([order])
      if (order.details.reason === 'charged-back') return chargedBack(order, origin)
      return {
        subject: `Refunded: your ${ordersIn([order])}`,
        preheader: `${amount} goes back to where it came from.`,
        paragraphs: [`${reasonOf(order)} ${amount} goes back to where it came from.`, banks],
        action: myOrdersLink(origin),
      }
    },
    'partly-refunded': ([order], { origin }) => {
      const amount = dollars(toDollars(order.details.cents ?? 0))
      return {
        subject: `Partly refunded: your ${ordersIn([order])}`,
        preheader: `${amount} goes back to where it came from.`,
        paragraphs: [`Of your payment, ${amount} in all goes back to where it came from.`, banks],
        action: myOrdersLink(origin),
      }
    },
  }

/** The bank decides a dispute for the customer. */
const chargedBack = (order: OrderNotice, origin: string): Content => ({
  subject: `Charged back: your ${ordersIn([order])}`,
  preheader: `Your bank has returned ${totalOf([order])} to you.`,
  paragraphs: [
    `Your bank has decided the dispute about this payment in your favour, and has returned ${totalOf([order])} to you. The order is closed.`,
  ],
  action: myOrdersLink(origin),
})

const banks = 'How soon you see it depends on your bank.'

/** Two refunds are automatic; an admin or the owner makes all others. */
function reasonOf({ details: { reason } }: OrderNotice): string {
  if (reason === 'out-of-stock') {
    return 'When your payment arrived, the units were sold already. We are sorry.'
  }
  if (reason === 'paid-twice') return 'This order had been paid before, and stays paid.'
  return 'We have given your payment back.'
}

const factsOf = (order: OrderNotice): Facts => ({
  title: `Order ${shortId(order.id)}`,
  rows: [
    ['Product', order.product],
    ['Quantity', `${order.quantity} units`],
    ['Unit price', dollars(toDollars(order.unitPriceCents))],
    ...(order.shippingCents > 0
      ? [['Shipping', dollars(toDollars(order.shippingCents))] as const]
      : []),
    ['Total', totalOf([order])],
    ...(order.transactionId ? [['Transaction', order.transactionId] as const] : []),
  ],
})

const ordersIn = (all: OrderNotices) =>
  all.length > 1 ? `${all.length} orders` : `order ${shortId(all[0].id)}`

const totalOf = (all: OrderNotices) =>
  dollars(toDollars(all.reduce((cents, { totalCents }) => cents + totalCents, 0)))

const isUnpaid = ({ status }: OrderNotice) => status === 'unpaid'

/** The earliest expiry of the reservations; empty if there is none. */
function deadlineOf(all: OrderNotices, clock: Clock): string[] {
  const times = all.flatMap(({ heldUntil }) => heldUntil?.getTime() ?? [])
  if (times.length === 0) return []
  const until = clock.dateTime(new Date(Math.min(...times)))
  return [`The units wait for your payment until ${until}. You can delete the order until then.`]
}

const myOrdersLink = (origin: string) => ({
  label: 'See your orders',
  url: `${origin}/dashboard/myOrder`,
})

const paymentLink = (all: OrderNotices, origin: string) =>
  all.length > 1
    ? myOrdersLink(origin)
    : { label: 'Pay now', url: `${origin}/dashboard/payment/${all[0].id}` }

const invoiceLink = (all: OrderNotices, origin: string) =>
  all.length > 1
    ? myOrdersLink(origin)
    : { label: 'See the invoice', url: `${origin}/dashboard/invoice/${all[0].id}` }
