import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Shop } from '../../shop.ts'
import { closeOrder } from './close-order.ts'
import { claimDueEvents, failEvent, finishEvent } from './inbox.ts'
import { claimDueIntents, recordIntent } from './intents.ts'
import { claimDueRefunds, refundIntent } from './refunds.ts'
import { settle } from './settle.ts'

/** Works off the provider's events. Their content is a hint only: settle() asks the provider. */
export async function processInbox(shop: Shop) {
  for (const { id, intentId } of await claimDueEvents(shop.database.db)) {
    try {
      if (intentId) await settle(shop, intentId)
      await finishEvent(shop.database.db, id)
    } catch (error) {
      await failEvent(shop.database.db, id, error)
    }
  }
}

/** Asks the provider about open payments, for the events that never arrived. */
export async function pollIntents(shop: Shop) {
  for (const { orderId, round, totalCents, intentId } of await claimDueIntents(
    shop.database.db,
    20,
  )) {
    try {
      if (intentId) {
        await settle(shop, intentId)
      } else {
        // The provider was asked but its answer never reached us: the same key finds the same intent.
        const intent = await shop.cards.intentFor({ id: orderId, round, totalCents })
        await recordIntent(shop.database.db, intent)
      }
    } catch (error) {
      shop.log.warn({ err: error, order: orderId }, 'an open payment could not be asked about')
    }
  }
}

/** A payment the provider is still working on cannot be closed, so its order keeps its units. */
const processingPayment = (where: ExpressionBuilder<Schema, 'orders'>) =>
  where
    .selectFrom('payment_intents')
    .select('order_id')
    .whereRef('order_id', '=', 'orders.id')
    .whereRef('payment_intents.hold_round', '=', 'orders.hold_round')
    .where('payment_intents.status', '=', 'processing')

/** Gives the units of orders that were not paid in time back to the stock. */
export async function lapseHolds(shop: Shop) {
  const due = await shop.database.db
    .selectFrom('orders')
    .select('id')
    .where('held_until', '<=', (where) => where.fn<Date>('now'))
    .where((where) => where.not(where.exists(processingPayment(where))))
    .orderBy('held_until')
    .limit(50)
    .execute()
  for (const { id } of due) {
    try {
      await closeOrder(shop, id, { kind: 'lapsed' })
    } catch (error) {
      shop.log.warn({ err: error, order: id }, 'a lapsed hold could not be released yet')
    }
  }
}

export async function payRefunds(shop: Shop) {
  for (const intentId of await claimDueRefunds(shop)) await refundIntent(shop, intentId)
}
