import { toDollars } from '#contract/shared/fields.ts'
import { dollars, groupDigits, shortId, unitsText } from '#contract/formats/formatting.ts'
import type { Facts, MailContent } from '../../services/mail/mail.ts'
import type { LowProduct } from '../stock/low-stock.ts'

export interface BackInStock {
  email: string
  userName: string
  unsubscribeToken: string
  productId: string
  product: string
  partNumber: string | null
  priceCents: number
  quantity: number
}

const partNumberRow = (partNumber: string | null) =>
  partNumber ? [['Part number', partNumber] as const] : []

export const backInStockMail = (alert: BackInStock, origin: string): MailContent => ({
  to: alert.email,
  name: alert.userName,
  subject: 'Back in stock: the part you asked about',
  preheader: `${unitsText(alert.quantity)} in stock now.`,
  paragraphs: [
    'A part you asked about is back in stock.',
    'We aren’t holding any units for you, so please order soon.',
  ],
  facts: [
    {
      title: alert.product,
      rows: [
        ...partNumberRow(alert.partNumber),
        ['Unit price', dollars(toDollars(alert.priceCents))],
        ['In stock', unitsText(alert.quantity)],
      ],
    },
  ],
  action: { label: 'Order now', url: `${origin}/order/${alert.productId}` },
  closing: 'This is the only email about this alert. You can set a new one on the part’s page.',
  reason: 'You’re receiving this email because you asked to know when this part is back in stock.',
  unsubscribeUrl: `${origin}/stock-alerts?end=${alert.unsubscribeToken}`,
})

export interface PaidOrder {
  id: string
  product: string
  partNumber: string | null
  quantity: number
  totalCents: number
  hasAddress: boolean
}

interface OwnerMail {
  to: string
  origin: string
}

const shownMax = 50
const ownerReason = 'You’re receiving this email because OWNER_EMAILS contains this address.'

const more = (count: number) =>
  count > shownMax ? { closing: `And ${groupDigits(count - shownMax)} more.` } : {}

/** Without personal data, since the owner’s mailbox has retention periods of its own. */
export function paidOrdersMail(
  orders: readonly PaidOrder[],
  { to, origin }: OwnerMail,
): MailContent {
  const sum = dollars(toDollars(orders.reduce((cents, { totalCents }) => cents + totalCents, 0)))
  const count =
    orders.length === 1 ? '1 new paid order' : `${groupDigits(orders.length)} new paid orders`
  const unaddressed = orders.filter(({ hasAddress }) => !hasAddress).length
  return {
    to,
    subject: `${count}: ${sum}`,
    preheader: `${sum} in total.`,
    paragraphs: [
      `${count}, ${sum} in total.`,
      ...(unaddressed > 0 ? [`Without a delivery address: ${unaddressed}.`] : []),
    ],
    facts: orders.slice(0, shownMax).map((order) => orderFacts(order, origin)),
    action: { label: 'See orders to ship', url: `${origin}/dashboard/manageAllOrders?tab=to-ship` },
    ...more(orders.length),
    reason: ownerReason,
  }
}

const orderFacts = (order: PaidOrder, origin: string): Facts => ({
  title: `Order ${shortId(order.id)}`,
  rows: [
    ['Product', order.product],
    ...partNumberRow(order.partNumber),
    ['Quantity', unitsText(order.quantity)],
    ['Total', dollars(toDollars(order.totalCents))],
  ],
  link: { label: 'See the order', url: `${origin}/dashboard/manageAllOrders?q=${order.id}` },
})

export function lowStockMail(
  products: readonly LowProduct[],
  { to, origin }: OwnerMail,
): MailContent {
  const count =
    products.length === 1 ? '1 product is' : `${groupDigits(products.length)} products are`
  return {
    to,
    subject: `Low stock: ${count} running out`,
    preheader: products
      .slice(0, 3)
      .map(({ name }) => name)
      .join(', '),
    paragraphs: [`${count} below the low-stock level.`],
    facts: [
      {
        title: 'Units left',
        rows: products
          .slice(0, shownMax)
          .map(({ name, partNumber, ...left }) => [
            partNumber ? `${name} (${partNumber})` : name,
            leftOf(left),
          ]),
      },
    ],
    action: {
      label: 'See the stock',
      url: `${origin}/dashboard/manageProduct?sort=stock&direction=asc`,
    },
    ...more(products.length),
    reason: ownerReason,
  }
}

function leftOf({ quantity, waiting }: Pick<LowProduct, 'quantity' | 'waiting'>): string {
  const left = quantity === 0 ? 'sold out' : groupDigits(quantity)
  if (waiting === 0) return left
  return `${left}; ${waiting === 1 ? '1 customer waits' : `${groupDigits(waiting)} customers wait`}`
}
