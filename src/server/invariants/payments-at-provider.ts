import { Id } from '#contract/shared/fields.ts'
import { prepared } from '../db/prepared.ts'
import type { Database } from '../db/index.ts'
import { currency } from '../services/cards/cards.ts'
import type { CardService, Intent } from '../services/cards/cards.ts'
import type { Dispute } from '../services/cards/disputes.ts'
import { examplesShown } from './invariant.ts'
import type { Violation } from './invariant.ts'

/** Time within which a payment is settled, even if every webhook event is lost. */
export const settledWithinMinutes = 15

interface Window {
  hours?: number
  /** Payments of the last minutes may not be settled yet, and are skipped. */
  graceMinutes?: number
}

interface PaidOrder {
  id: string
  transactionId: string
  totalCents: number
  isPaid: boolean
}

export const providerPromises = [
  {
    id: 'I3',
    promise:
      'A paid order has a payment at the provider: same order, amount and currency, not refunded',
  },
  { id: 'I4', promise: 'A payment at the provider has paid its order or was refunded' },
  { id: 'I15', promise: 'Every dispute at the provider is known to the shop, in its state' },
  { id: 'I18', promise: "Every refund of an order's payment at the provider has a credit note" },
] as const

const columns = `id, transaction_id as "transactionId", total_cents as "totalCents", paid as "isPaid"`

const findPaidBy = prepared<PaidOrder, { intentId: string }>(
  'paid-by',
  (p) => `select ${columns} from orders where transaction_id = ${p.intentId}`,
)

const listPaid = prepared<PaidOrder, { since: Date }>(
  'paid-since',
  (p) => `select ${columns} from orders where paid and id in (
     select order_id from order_events where kind = 'paid' and created_at >= ${p.since})`,
)

/** Compares the provider's payments of a time window with the orders. Reads only. */
export async function checkPayments(
  { pool }: Pick<Database, 'pool'>,
  cards: CardService,
  { hours = 48, graceMinutes = 0 }: Window = {},
): Promise<Violation[]> {
  const broken = {
    I3: new Set<string>(),
    I4: new Set<string>(),
    I15: new Set<string>(),
    I18: new Set<string>(),
  }
  const since = new Date(Date.now() - hours * 3_600_000)
  const settledBy = Date.now() - graceMinutes * 60_000
  const seen = new Set<string>()

  await cards.eachPayment(since, async (payment) => {
    seen.add(payment.id)
    if (!Id.safeParse(payment.orderId).success) return
    const [order] = await findPaidBy(pool, { intentId: payment.id })
    if (order?.isPaid && !fits(order, payment)) broken.I3.add(order.id)
    if (order?.isPaid || isSentBack(payment) || payment.paidAt.getTime() > settledBy) return
    if (!(await isReturnedByBank(pool, payment.id))) broken.I4.add(payment.id)
  })
  for (const order of await listPaid(pool, { since })) {
    if (seen.has(order.transactionId)) continue
    const intent = await cards.findIntent(order.transactionId)
    if (!intent || !fits(order, intent)) broken.I3.add(order.id)
  }
  await cards.eachDispute(since, async (dispute) => {
    const isOld = dispute.openedAt.getTime() <= settledBy
    if (isOld && (await isUnknownDispute(pool, dispute))) broken.I15.add(dispute.id)
  })

  await cards.eachRefund(since, async ({ id, intentId, madeAt }) => {
    if (madeAt.getTime() > settledBy) return
    const [order] = await findUncredited(pool, { id, intentId })
    // A refund of the whole payment is reported once.
    if (order && !broken.I3.has(order.id)) broken.I18.add(id)
  })

  return providerPromises
    .filter(({ id }) => broken[id].size > 0)
    .map(({ id, promise }) => ({
      invariant: id,
      promise,
      count: broken[id].size,
      examples: [...broken[id]].slice(0, examplesShown),
    }))
}

/** Whether a lost dispute has returned the money instead of a refund. */
const isReturnedByBank = async (pool: Database['pool'], intentId: string) =>
  (await findLostDispute(pool, { intentId })).length === 1

const findLostDispute = prepared<object, { intentId: string }>(
  'dispute-instead-of-refund',
  (p) => `select from refunds join disputes on disputes.id = refund_id
   where refunds.intent_id = ${p.intentId}`,
)

/** Whether it is about a payment of the shop, and not stored in this state. */
const isUnknownDispute = async (pool: Database['pool'], dispute: Dispute) =>
  (await findUnknownDispute(pool, dispute)).length === 1

const findUnknownDispute = prepared<object, Pick<Dispute, 'id' | 'intentId' | 'state'>>(
  'unknown-dispute',
  (p) => `select where exists (select from payment_intents where intent_id = ${p.intentId})
     and not exists (select from disputes where id = ${p.id} and state = ${p.state})`,
)

/** The paid order of a refund without a credit note. Those of earlier releases are without the id of their refund. */
const findUncredited = prepared<{ id: string }, { id: string; intentId: string }>(
  'uncredited-order',
  (p) => `select id from orders where transaction_id = ${p.intentId} and paid and not exists (
     select from credit_notes
     where refund_id = ${p.id} or order_id = orders.id and refund_id is null)`,
)

const isSentBack = ({ amountRefunded, amountReceived }: Intent) => amountRefunded >= amountReceived

const fits = (order: PaidOrder, intent: Intent) =>
  intent.status === 'succeeded' &&
  intent.orderId === order.id &&
  intent.amountReceived === order.totalCents &&
  intent.currency === currency &&
  !isSentBack(intent)
