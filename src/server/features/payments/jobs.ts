import type { Shop } from '../../shop.ts'
import { reportFailure } from '../../jobs/backoff.ts'
import { cancelIfTested, declined } from './card-testing.ts'
import { closeOrder } from './close-order.ts'
import { claimDueEvents, failEvent, finishEvent } from './webhooks/webhook-queue.ts'
import { claimDueIntents, giveUpIntent, recordIntent } from './intents.ts'
import { claimExpiredReservations } from './expired-reservations.ts'
import { claimDueRefunds, refundIntent } from './refunds/refunds.ts'
import { settle } from './settle.ts'

const batchSize = 20

/** Works off the provider's events. Their content is a hint only: settle() asks the provider. */
export async function processWebhookEvents(shop: Shop) {
  // After the provider was away there are more than one claim takes.
  while (await processDueEvents(shop));
}

/** Whether there may be more whose turn it is, and it is worth going on. */
async function processDueEvents(shop: Shop): Promise<boolean> {
  const events = await claimDueEvents(shop.database.db, batchSize)
  let failed = 0
  for (const { id, type, intentId, attempts } of events) {
    try {
      if (intentId) await settle(shop, intentId)
      if (intentId && type === declined) await cancelIfTested(shop, intentId)
      await finishEvent(shop.database.db, id)
    } catch (err) {
      failed += 1
      reportFailure(shop.log, { err, attempts, event: id }, 'an event could not be worked off')
      await failEvent(shop.database.db, id, err)
    }
  }
  return events.length === batchSize && failed === 0
}

/** Asks the provider about open payments, for the events that never arrived. */
export async function pollOpenPayments(shop: Shop) {
  // Where orders are held for weeks, the turn of more than one claim takes comes in each sweep.
  while (await pollDueIntents(shop));
}

/** Whether there may be more whose turn it is, and it is worth going on. */
async function pollDueIntents(shop: Shop): Promise<boolean> {
  const intents = await claimDueIntents(shop.database.db, batchSize)
  let failed = 0
  for (const due of intents) {
    const { orderId, round, totalCents, intentId, attempts } = due
    try {
      if (intentId) {
        await settle(shop, intentId)
      } else {
        // The provider was asked but its answer never reached us: the same key finds the same intent.
        const intent = await shop.cards.intentFor({ id: orderId, round, totalCents })
        if (intent) await recordIntent(shop.database.db, intent)
        else await giveUpIntent(shop.database.db, { orderId, round })
      }
    } catch (err) {
      failed += 1
      const failure = { err, attempts, order: orderId }
      reportFailure(shop.log, failure, 'an open payment could not be asked about')
    }
  }
  return intents.length === batchSize && failed === 0
}

/** The provider takes its time over each, and buyers need it too. */
const concurrentExpirations = 5

/** Gives the units of orders that were not paid in time back to the stock. */
export async function expireReservations(shop: Shop) {
  const due = await claimExpiredReservations(shop.database.db)
  for (let start = 0; start < due.length; start += concurrentExpirations) {
    await Promise.all(
      due.slice(start, start + concurrentExpirations).map((hold) => expireReservation(shop, hold)),
    )
  }
}

async function expireReservation(shop: Shop, { id, attempts }: { id: string; attempts: number }) {
  try {
    await closeOrder(shop, id, { kind: 'lapsed' })
  } catch (err) {
    reportFailure(shop.log, { err, attempts, order: id }, 'a lapsed hold could not be released')
  }
}

export async function processRefunds(shop: Shop) {
  for (const refund of await claimDueRefunds(shop)) await refundIntent(shop, refund)
}
