import { Id } from '#contract/shared/fields.ts'
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
    const order = await findPaidBy(payment.id)
    if (order?.isPaid && !fits(order, payment)) broken.I3.add(order.id)
    if (order?.isPaid || isSentBack(payment) || payment.paidAt.getTime() > settledBy) return
    if (!(await isReturnedByBank(pool, payment.id))) broken.I4.add(payment.id)
  })
  for (const order of await listPaidSince()) {
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
    const order = await findUncredited(pool, id, intentId)
    // A refund of the whole payment is reported once.
    if (order && !broken.I3.has(order)) broken.I18.add(id)
  })

  return providerPromises
    .filter(({ id }) => broken[id].size > 0)
    .map(({ id, promise }) => ({
      invariant: id,
      promise,
      count: broken[id].size,
      examples: [...broken[id]].slice(0, examplesShown),
    }))

  async function findPaidBy(intentId: string) {
    const { rows } = await pool.query<PaidOrder>({
      name: 'paid-by',
      text: `select ${columns} from orders where transaction_id = $1`,
      values: [intentId],
    })
    return rows[0]
  }

  async function listPaidSince() {
    const { rows } = await pool.query<PaidOrder>(
      `select ${columns} from orders where paid and id in (
         select order_id from order_events where kind = 'paid' and created_at >= $1)`,
      [since],
    )
    return rows
  }
}

const columns = `id, transaction_id as "transactionId", total_cents as "totalCents", paid as "isPaid"`

/** Whether a lost dispute has returned the money instead of a refund. */
async function isReturnedByBank(pool: Database['pool'], intentId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from refunds join disputes on disputes.id = refund_id where refunds.intent_id = $1`,
    [intentId],
  )
  return rowCount === 1
}

/** Whether it is about a payment of the shop, and not stored in this state. */
async function isUnknownDispute(
  pool: Database['pool'],
  { id, intentId, state }: Dispute,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select where exists (select from payment_intents where intent_id = $2)
       and not exists (select from disputes where id = $1 and state = $3)`,
    [id, intentId, state],
  )
  return rowCount === 1
}

/** The paid order of a refund without a credit note. Those of earlier releases are without the id of their refund. */
async function findUncredited(pool: Database['pool'], id: string, intentId: string) {
  const { rows } = await pool.query<{ id: string }>(
    `select id from orders where transaction_id = $2 and paid and not exists (
       select from credit_notes
       where refund_id = $1 or order_id = orders.id and refund_id is null)`,
    [id, intentId],
  )
  return rows[0]?.id
}

const isSentBack = ({ amountRefunded, amountReceived }: Intent) => amountRefunded >= amountReceived

const fits = (order: PaidOrder, intent: Intent) =>
  intent.status === 'succeeded' &&
  intent.orderId === order.id &&
  intent.amountReceived === order.totalCents &&
  intent.currency === currency &&
  !isSentBack(intent)
