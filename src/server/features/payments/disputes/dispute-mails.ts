import type { Transaction } from 'kysely'
import { toDollars } from '#contract/shared/fields.ts'
import { clockIn } from '#contract/formats/clock.ts'
import type { Clock } from '#contract/formats/clock.ts'
import { dollars, shortId } from '#contract/formats/formatting.ts'
import type { Config } from '../../../config/config.ts'
import type { Schema } from '../../../db/schema.ts'
import type { MailContent } from '../../../services/mail/mail.ts'
import { queueMails } from '../../../services/mail/outbox.ts'
import { renderMail } from '../../../services/mail/render-mail.ts'
import type { DisputeChange } from './dispute-change.ts'

interface Admin {
  email: string
  name: string
}

interface Shown {
  origin: string
  clock: Clock
}

/** Mails every admin, in the transaction that records the change: each change causes each mail once. */
export async function queueDisputeMails(
  trx: Transaction<Schema>,
  changes: readonly DisputeChange[],
  { PUBLIC_URL: origin, TIME_ZONE }: Pick<Config, 'PUBLIC_URL' | 'TIME_ZONE'>,
) {
  const clock = clockIn(TIME_ZONE)
  const admins = await trx
    .selectFrom('users')
    .select(['email', 'name'])
    .where('role', '=', 'admin')
    .where('email_verified', '=', true)
    .where('deactivated_at', 'is', null)
    .execute()
  const mails = changes.flatMap((change) =>
    admins.map((admin) => renderMail(disputeMail(admin, change, { origin, clock }), origin)),
  )
  await queueMails(trx, mails)
}

/** What an admin has to know of a change, and to do. */
function disputeMail(
  { email, name }: Admin,
  change: DisputeChange,
  { origin, clock }: Shown,
): MailContent {
  const { order, dispute } = change
  const { subject, paragraphs } = textOf(change, clock)
  const code = shortId(order.id)
  return {
    to: email,
    name,
    subject: `${subject}: order ${code}`,
    preheader: `${dollars(toDollars(dispute.amount))} of order ${code}.`,
    paragraphs,
    facts: [
      {
        title: `Order ${code}`,
        rows: [
          ['Product', order.name],
          ['Total', dollars(toDollars(order.total_cents))],
          ['Disputed', dollars(toDollars(dispute.amount))],
          ['Reason', dispute.reason.replaceAll('_', ' ')],
          ['Dispute', dispute.id],
          ['Transaction', dispute.intentId ?? ''],
        ],
      },
    ],
    action: {
      label: 'See the order',
      url: `${origin}/dashboard/manageAllOrders?q=${order.id}`,
    },
    reason: 'You’re receiving this email because you are an admin of the shop.',
  }
}

type Text = Pick<MailContent, 'subject' | 'paragraphs'>

function textOf(
  { order, dispute: { state, dueBy }, isChargedBack }: DisputeChange,
  clock: Clock,
): Text {
  const answer = `Answer in the card provider’s dashboard${dueBy ? ` until ${clock.day(dueBy)}` : ''}.`
  const held =
    order.status === 'shipped' ? 'The order was shipped.' : 'The order is held back from shipping.'
  if (state === 'inquiry') {
    return {
      subject: 'The bank has asked about a payment',
      paragraphs: [
        `The cardholder’s bank asks about the payment of this order. No money was withdrawn. ${held}`,
        `${answer} A full refund ends the inquiry.`,
      ],
    }
  }
  if (state === 'open') {
    return {
      subject: 'Payment disputed',
      paragraphs: [
        `The cardholder disputes the payment of this order, and the bank has withdrawn the money. ${held}`,
        `${answer} Without an answer the dispute is lost.`,
      ],
    }
  }
  if (state === 'lost') {
    return {
      subject: 'Dispute lost',
      paragraphs: [
        isChargedBack
          ? 'The bank keeps the money for this order. The order is closed as charged back and cannot be refunded.'
          : 'The bank keeps the disputed money.',
        ...(isChargedBack && order.status === 'paid' ? ['Its units are back in stock.'] : []),
      ],
    }
  }
  if (order.status === 'refunded' && order.dispute !== 'lost') {
    return {
      subject: 'Dispute closed',
      paragraphs: ['The order was refunded before, so there is nothing to do.'],
    }
  }
  if (order.status === 'refunded') {
    return {
      subject: 'Dispute won after the order was closed',
      paragraphs: [
        'The bank has returned the money to the shop. The order stays closed as charged back, and its units stay where they are.',
        'If the customer got no goods, refund the payment in the card provider’s dashboard.',
      ],
    }
  }
  return {
    subject: 'Dispute closed in your favour',
    paragraphs: [
      order.status === 'shipped'
        ? 'The money stays with the shop.'
        : 'The money stays with the shop, and the order can be shipped.',
    ],
  }
}
