import { Id } from '#contract/shared/fields.ts'
import type { Database } from '../db/index.ts'
import { currency } from '../services/cards/cards.ts'
import type { CardService, Intent } from '../services/cards/cards.ts'
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
] as const

/** Compares the provider's payments of a time window with the orders. Reads only. */
export async function checkPayments(
  { pool }: Pick<Database, 'pool'>,
  cards: CardService,
  { hours = 48, graceMinutes = 0 }: Window = {},
): Promise<Violation[]> {
  const broken = { I3: new Set<string>(), I4: new Set<string>() }
  const since = new Date(Date.now() - hours * 3_600_000)
  const settledBy = Date.now() - graceMinutes * 60_000
  const seen = new Set<string>()

  await cards.eachPayment(since, async (payment) => {
    seen.add(payment.id)
    if (!Id.safeParse(payment.orderId).success) return
    const order = await findPaidBy(payment.id)
    if (order?.isPaid && !fits(order, payment)) broken.I3.add(order.id)
    const isOpen = !order?.isPaid && !isSentBack(payment)
    if (isOpen && payment.paidAt.getTime() <= settledBy) broken.I4.add(payment.id)
  })
  for (const order of await listPaidSince()) {
    if (seen.has(order.transactionId)) continue
    const intent = await cards.findIntent(order.transactionId)
    if (!intent || !fits(order, intent)) broken.I3.add(order.id)
  }

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

const isSentBack = ({ amountRefunded, amountReceived }: Intent) => amountRefunded >= amountReceived

const fits = (order: PaidOrder, intent: Intent) =>
  intent.status === 'succeeded' &&
  intent.orderId === order.id &&
  intent.amountReceived === order.totalCents &&
  intent.currency === currency &&
  !isSentBack(intent)
