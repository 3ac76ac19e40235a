import type { Shop } from '../../shop.ts'
import { reportFailure } from '../../jobs/backoff.ts'
import { isProviderId } from '../../services/cards/card-events.ts'
import { cancelIfTested, declined } from './card-testing.ts'
import { cancelIntent, closeOrder } from './close-order.ts'
import { claimDueEvents, discardEvent, failEvent, finishEvent } from './webhook-queue.ts'
import { claimDueIntents, giveUpIntent, recordIntent } from './intents.ts'
import { claimExpiredReservations } from './expired-reservations.ts'
import { processPartialRefunds } from './refunds/refund-part.ts'
import { claimDueRefunds, refundIntent } from './refunds/refunds.ts'
import { disputeEvents } from '../../services/cards/disputes.ts'
import { settle } from './settle.ts'

const batchSize = 20

/** Processes the webhook queue. The content of an event is only a hint: settle() asks the provider. */
export async function processWebhookEvents(shop: Shop) {
  // After an outage of the provider more events are due than one claim takes.
  while (await processDueEvents(shop));
}

/** True if more may be due and none failed. */
async function processDueEvents(shop: Shop): Promise<boolean> {
  const events = await claimDueEvents(shop.database.db, batchSize)
  let failed = 0
  for (const { id, type, intentId, attempts } of events) {
    try {
      if (intentId && !isProviderId(intentId)) {
        shop.log.error({ event: id, type }, 'webhook event discarded: not the id of a payment')
        await discardEvent(shop.database.db, id, 'not the id of a payment')
        continue
      }
      const withDisputes = type.startsWith(disputeEvents)
      const settled = intentId && (await settle(shop, intentId, { withDisputes }))
      // The event stays due for a node of the release that knows the state.
      if (settled === 'unknown-state') throw new Error('the order is in a state of a later release')
      if (intentId && type === declined) await cancelIfTested(shop, intentId)
      await finishEvent(shop.database.db, id)
    } catch (err) {
      failed += 1
      reportFailure(shop.log, { err, attempts, event: id }, 'webhook event could not be processed')
      await failEvent(shop.database.db, id, err)
    }
  }
  return events.length === batchSize && failed === 0
}

/** Polls open payments at the provider, since a webhook event may be lost. */
export async function pollOpenPayments(shop: Shop) {
  // Where reservations last for weeks, more polls are due than one claim takes.
  while (await pollDueIntents(shop));
}

/** True if more may be due and none failed. */
async function pollDueIntents(shop: Shop): Promise<boolean> {
  const intents = await claimDueIntents(shop.database.db, batchSize)
  let failed = 0
  for (const due of intents) {
    const { orderId, attempt, totalCents, intentId, polls, isOld } = due
    try {
      if (intentId) {
        const settled = await settle(shop, intentId)
        if (settled === 'open' && isOld) await cancelIntent(shop, intentId)
      } else {
        // The provider's answer was lost: the same idempotency key returns the same intent.
        const intent = await shop.cards.intentFor({ id: orderId, attempt, totalCents })
        if (intent) await recordIntent(shop.database.db, intent)
        else await giveUpIntent(shop.database.db, { orderId, attempt })
      }
    } catch (err) {
      failed += 1
      const failure = { err, attempts: polls, order: orderId }
      reportFailure(shop.log, failure, 'open payment could not be polled')
    }
  }
  return intents.length === batchSize && failed === 0
}

/** Limited, because each takes a call of the provider, which buyers need as well. */
const concurrentExpirations = 5
const expiredMax = 50

/** Returns the units of orders that were not paid in time to the stock. */
export async function expireReservations(shop: Shop) {
  // After many orders at once more reservations are due than one claim takes, and others wait for their units.
  while (await expireDueReservations(shop));
}

/** True if more may be due. */
async function expireDueReservations(shop: Shop): Promise<boolean> {
  const due = await claimExpiredReservations(shop.database.db, expiredMax)
  for (let start = 0; start < due.length; start += concurrentExpirations) {
    await Promise.all(
      due
        .slice(start, start + concurrentExpirations)
        .map((order) => expireReservation(shop, order)),
    )
  }
  return due.length === expiredMax
}

async function expireReservation(shop: Shop, { id, attempts }: { id: string; attempts: number }) {
  try {
    await closeOrder(shop, id, { kind: 'lapsed' })
  } catch (err) {
    reportFailure(
      shop.log,
      { err, attempts, order: id },
      'expired reservation could not be released',
    )
  }
}

export async function processRefunds(shop: Shop) {
  for (const refund of await claimDueRefunds(shop)) await refundIntent(shop, refund)
  await processPartialRefunds(shop)
}
