import type { Pool } from 'pg'
import { Id } from '#contract/shared/fields.ts'
import { prepared } from '../../db/prepared.ts'
import { runExclusively } from '../../jobs/run-exclusively.ts'
import { checkAtProvider } from '../../invariants/watch.ts'
import type { Payment } from '../../services/cards/cards.ts'
import type { Dispute } from '../../services/cards/disputes.ts'
import type { Shop } from '../../shop.ts'
import { settle } from './settle.ts'

const hour = 60 * 60
const job = { name: 'reconcile-payments', everySeconds: 24 * hour, leaseSeconds: hour }
const windowMs = 48 * hour * 1000
/** Verdicts take months, and appeals follow them. */
const disputeWindowMs = 180 * 24 * hour * 1000

/**
 * Compares the provider's payments and refunds of the last two days, and its disputes of the last half year, with
 * the orders, once a day on one node. Settles payments that neither paid an order nor are being refunded.
 * Differences that remain are reported as violated invariants.
 */
export const reconcilePayments = (shop: Shop) =>
  runExclusively(shop.database.pool, job, async () => {
    const counts = { payments: 0, settled: 0 }
    const failed = new Set<string>()
    const since = new Date(Date.now() - windowMs)
    await shop.cards.eachPayment(since, (payment) =>
      attempt(payment.id, async () => {
        const { id, orderId } = payment
        if (!Id.safeParse(orderId).success) return
        counts.payments += 1
        if (await isSettled(shop.database.pool, payment)) return
        const outcome = await settle(shop, id)
        if (outcome === 'unknown-state') return
        counts.settled += 1
        shop.log.error({ intent: id, order: orderId, outcome }, 'missed payment was settled')
      }),
    )
    // A refund of today may belong to a payment of weeks ago.
    await shop.cards.eachRefund(since, ({ id, intentId }) =>
      attempt(intentId, async () => {
        if (await isKnownRefund(shop.database.pool, { id, intentId })) return
        if ((await settle(shop, intentId)) !== 'refunded') return
        counts.settled += 1
        shop.log.error({ intent: intentId }, 'missed refund was recorded')
      }),
    )
    const open = new Map(await listOpenDisputes(shop.database.pool))
    await shop.cards.eachDispute(new Date(Date.now() - disputeWindowMs), async (dispute) => {
      const { id, intentId } = dispute
      open.delete(id)
      if (!intentId || (await isKnownDispute(shop.database.pool, dispute))) return
      await attempt(intentId, async () => {
        const outcome = await settle(shop, intentId, { withDisputes: true })
        if (outcome === 'foreign' || outcome === 'unknown-state') return
        counts.settled += 1
        shop.log.error({ intent: intentId, dispute: id }, 'missed dispute was recorded')
      })
    })
    // Open for longer than half a year.
    for (const intentId of open.values()) {
      await attempt(intentId, () => settle(shop, intentId, { withDisputes: true }))
    }
    await checkAtProvider(shop)
    // A failed run is repeated within the hour.
    if (failed.size > 0) throw new Error(`${failed.size} payments could not be reconciled`)
    return counts

    /** Continues after a failure, so that one payment does not block the others or the comparison. */
    async function attempt(intent: string, reconcile: () => Promise<unknown>) {
      try {
        await reconcile()
      } catch (err) {
        failed.add(intent)
        shop.log.error({ err, intent }, 'payment could not be reconciled')
      }
    }
  })

const findSettled = prepared<{ isKnown: boolean }, { id: string; isSentBack: boolean }>(
  'accounted-for',
  (p) => `select
     exists (select from orders where transaction_id = ${p.id} and paid <> ${p.isSentBack})
     or exists (select from refunds where intent_id = ${p.id}) as "isKnown"`,
)

/** The payment has paid an order, which is refunded if the money was returned; or its refund is recorded. */
async function isSettled(pool: Pool, { id, ...payment }: Payment): Promise<boolean> {
  const isSentBack = payment.amountRefunded >= payment.amountReceived
  const [found] = await findSettled(pool, { id, isSentBack })
  return found?.isKnown ?? false
}

const findRefund = prepared<{ isKnown: boolean }, { id: string; intentId: string }>(
  'known-refund',
  (p) => `select exists (select from credit_notes where refund_id = ${p.id})
     or exists (
       select from orders
       where transaction_id = ${p.intentId} and status = 'refunded' and total_cents
         <= (select sum(amount_cents) from credit_notes where order_id = orders.id))
     or exists (
       select from refunds where intent_id = ${p.intentId}
         and not exists (select from orders where transaction_id = ${p.intentId})) as "isKnown"`,
)

/** It has a credit note, its order has them for the whole payment, or it returns a payment that paid no order. */
async function isKnownRefund(pool: Pool, refund: { id: string; intentId: string }) {
  const [found] = await findRefund(pool, refund)
  return found?.isKnown ?? false
}

const findDispute = prepared<object, Pick<Dispute, 'id' | 'state'>>(
  'known-dispute',
  (p) => `select from disputes where id = ${p.id} and state = ${p.state}`,
)

const isKnownDispute = async (pool: Pool, dispute: Dispute) =>
  (await findDispute(pool, dispute)).length === 1

const selectOpenDisputes = prepared<{ id: string; intentId: string }>(
  'open-disputes',
  () => `select id, intent_id as "intentId" from disputes where state in ('inquiry', 'open')`,
)

/** Ids of the disputes without a verdict, with their intents. */
async function listOpenDisputes(pool: Pool): Promise<[id: string, intentId: string][]> {
  const rows = await selectOpenDisputes(pool)
  return rows.map(({ id, intentId }) => [id, intentId])
}
