import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import type { Shop } from '../../shop.ts'
import { lockOrder, recordEvents } from '../orders/queries.ts'
import type { LockedOrder } from '../orders/queries.ts'
import { release } from '../stock/reservations.ts'
import { abandonIntent, findAttemptIntent, giveUpIntent, recordIntent } from './intents.ts'
import { settle } from './settle.ts'

/** Why an order is closed: its owner deletes it, or its reservation has expired. */
type Closing = { kind: 'deleted'; userId: string } | { kind: 'lapsed' }

const maxTries = 3

/**
 * Ends the reservation of an unpaid order. The payment intent is cancelled first: only once it can no
 * longer be paid do the units return to the stock. True if this call closed the order.
 */
export async function closeOrder(shop: Shop, id: string, closing: Closing): Promise<boolean> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const state = await shop.database.db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, id)
      if (!order || !isClosable(order, closing)) return 'nothing'
      const intent = await findAttemptIntent(trx, { orderId: id, attempt: order.hold_round })
      if (intent && intent.status !== 'canceled') return order
      await endReservation(trx, order, closing)
      return 'closed'
    })
    if (state === 'nothing') return false
    if (state === 'closed') {
      shop.publicReads.changed()
      shop.counts.order(closing.kind === 'lapsed' ? 'expired' : closing.kind)
      return true
    }
    await cancelOpenIntent(shop, state)
  }
  throw new AppError('unavailable', {
    detail: 'The order is being paid or updated. Try again in a moment',
  })
}

function isClosable(order: LockedOrder, closing: Closing): boolean {
  if (closing.kind === 'lapsed') return order.is_expired
  if (order.user_id !== closing.userId || order.deleted_at) return false
  if (order.status !== 'unpaid') throw new AppError('order-paid')
  return true
}

/** Cancels the intent of the current payment attempt, which is created if its id was never stored. */
export async function cancelOpenIntent(
  shop: Shop,
  order: Pick<LockedOrder, 'id' | 'hold_round' | 'total_cents'>,
) {
  const { cards, database } = shop
  const attempt = order.hold_round
  const known = await findAttemptIntent(database.db, { orderId: order.id, attempt })
  const intentId =
    known?.intent_id ??
    (await cards.intentFor({ id: order.id, attempt, totalCents: order.total_cents }))?.id
  if (!intentId) return giveUpIntent(database.db, { orderId: order.id, attempt })
  await cancelIntent(shop, intentId)
}

/** Cancels an intent for good, or settles it if it was paid in the meantime. */
export async function cancelIntent(shop: Shop, intentId: string) {
  const intent = await shop.cards.cancel(intentId)
  // For example after a change of the provider's account: an unknown intent cannot be paid.
  if (!intent) return abandonIntent(shop.database.db, intentId)
  // Only settle() stores 'succeeded': a crash in between must not end the polling.
  if (intent.status === 'succeeded') await settle(shop, intent.id)
  else await recordIntent(shop.database.db, intent)
}

async function endReservation(trx: Transaction<Schema>, order: LockedOrder, closing: Closing) {
  if (order.held_until) await release(trx, order)
  await trx
    .updateTable('orders')
    .set({
      held_until: null,
      lapse_attempts: 0,
      next_lapse_at: sql<Date>`now()`,
      ...(order.held_until && { released_at: sql<Date>`now()` }),
      ...(closing.kind === 'deleted' && { deleted_at: sql<Date>`now()` }),
    })
    .where('id', '=', order.id)
    .execute()
  const actor = closing.kind === 'deleted' ? closing.userId : 'shop'
  await recordEvents(trx, [{ order_id: order.id, kind: closing.kind, actor }])
}
