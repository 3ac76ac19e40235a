import type { Pool } from 'pg'
import { Id } from '#contract/fields.ts'
import { everyOnce } from '../../every-once.ts'
import type { Payment } from '../../services/cards.ts'
import type { Shop } from '../../shop.ts'
import { settle } from './settle.ts'

const hour = 60 * 60
const job = { name: 'reconcile-payments', everySeconds: 24 * hour, leaseSeconds: hour }
const windowMs = 48 * hour * 1000

/**
 * Once a day, on one node: the provider's payments of the last two days against ours. What neither
 * paid its order nor is on its way back is settled, whatever was lost before.
 */
export const reconcilePayments = (shop: Shop) =>
  everyOnce(shop.database.pool, job, async () => {
    const counts = { payments: 0, settled: 0 }
    await shop.cards.eachPayment(new Date(Date.now() - windowMs), async (payment) => {
      const { id, orderId } = payment
      if (!Id.safeParse(orderId).success) return
      counts.payments += 1
      if (await isAccountedFor(shop.database.pool, payment)) return
      const outcome = await settle(shop, id)
      counts.settled += 1
      shop.log.error({ intent: id, order: orderId, outcome }, 'a payment had been missed')
    })
    return counts
  })

/** An order stands for the payment, and is refunded if it was sent back; or a refund is promised. */
async function isAccountedFor(pool: Pool, { id, ...payment }: Payment): Promise<boolean> {
  const isSentBack = payment.amountRefunded >= payment.amountReceived
  const { rows } = await pool.query<{ isKnown: boolean }>({
    name: 'accounted-for',
    text: `select exists (select from orders where transaction_id = $1 and paid <> $2)
               or exists (select from refunds where intent_id = $1) as "isKnown"`,
    values: [id, isSentBack],
  })
  return rows[0]?.isKnown ?? false
}
