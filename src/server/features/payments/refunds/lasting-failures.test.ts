import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPayments } from '../../../testing/payments.ts'
import type { TestUser } from '../../../testing/shop.ts'
import {
  expireReservations,
  processRefunds,
  pollOpenPayments,
  processWebhookEvents,
} from '../jobs.ts'
import { copiesOfOrder } from '../../../testing/rows/order-copies.ts'

const { shop, steps } = await openPayments()
let mia: TestUser
beforeEach(async () => {
  mia = await shop.signIn()
})

/** A shop with a recorded log, and a provider that refuses to cancel one intent. */
function shopWith(poisoned?: string) {
  const warn = vi.fn()
  const error = vi.fn()
  const { shop: inner } = shop
  const cards: typeof inner.cards = {
    ...inner.cards,
    cancel: (id) =>
      id === poisoned ? Promise.reject(new Error('refused')) : inner.cards.cancel(id),
  }
  return { ...inner, cards, log: { ...inner.log, warn, error } }
}

/** @shows row-66 */
test('reservations that cannot be released do not block the others', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  const poisoned = await steps.openIntent(mia, ordered)
  await steps.expire(ordered.id)
  await steps.query(
    `with ${copiesOfOrder({ set: { held_until: `now() - interval '1 hour'` }, count: 50 })}
     insert into payment_intents (order_id, hold_round, intent_id, status)
     select id, 1, 'pi_poison_' || id, 'requires_payment_method' from copies`,
    [ordered.id],
  )
  const other = await steps.order(mia, { stock: 10 })
  await steps.expire(other.id)
  const poison = shopWith(poisoned)
  await expireReservations(poison)
  await expireReservations(poison)
  expect(await steps.unitsLeft(other.part.id)).toBe(10)
  expect(await steps.eventsOf(ordered.id)).toEqual(['placed'])

  const fresh = await steps.order(mia, { stock: 10 })
  await steps.expire(fresh.id)
  await steps.query('update orders set next_lapse_at = now() where lapse_attempts > 0')
  await expireReservations(poison)
  expect(await steps.unitsLeft(fresh.part.id)).toBe(10)
  // Keeps these orders out of the other tests.
  await steps.query(`update orders set next_lapse_at = 'infinity' where lapse_attempts > 0`)
})

test('a renewed reservation expires without the backoff of the previous one', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  for (let count = 0; count < 2; count += 1) {
    await steps.open(mia, ordered)
    await steps.expire(ordered.id)
    await expireReservations(shop.shop)
    expect(await steps.unitsLeft(ordered.part.id)).toBe(10)
  }
})

test.each([
  [9, 'warn'],
  [10, 'error'],
] as const)(
  'failure number %i is logged as %s and retried within ten minutes',
  async (attempts, level) => {
    const ordered = await steps.order(mia, { stock: 10 })
    const intentId = await steps.openIntent(mia, ordered)
    const event = randomUUID()
    await steps.expire(ordered.id)
    await steps.query(
      `with failed as (update orders set lapse_attempts = $3 - 1 where id = $1),
          event as (insert into webhook_events (id, type, intent_id, attempts)
                   values ($4, 'payment_intent.succeeded', $2, $3 - 1))
     insert into refunds (intent_id, order_id, reason, attempts)
     values ($5, $1, 'paid-twice', $3 - 1)`,
      [ordered.id, intentId, attempts, event, `pi_${event}`],
    )
    const troubled = shopWith(intentId)
    const cards = { ...troubled.cards, findIntent: () => Promise.reject(new Error('refused')) }
    await expireReservations(troubled)
    await processWebhookEvents({ ...troubled, cards })
    await processRefunds(troubled)
    const logged = troubled.log[level].mock.calls.map(([details]) => details as object)
    expect(logged).toMatchObject([
      { order: ordered.id, attempts },
      { event, attempts },
      { intent: `pi_${event}`, attempts },
    ])
    const due = await steps.query(
      `select 1 from orders where id = $1 and next_lapse_at between now() and now() + interval '10 minutes'
     union all select 1 from webhook_events where id = $2 and processed_at is null
       and next_attempt_at between now() and now() + interval '10 minutes'
     union all select 1 from refunds where intent_id = $3 and refund_id is null
       and next_attempt_at between now() and now() + interval '10 minutes'`,
      [ordered.id, event, `pi_${event}`],
    )
    expect(due).toHaveLength(3)
  },
)

test.each([
  [9, 'warn'],
  [10, 'error'],
] as const)(
  'failed poll number %i is logged as %s and repeated within ten minutes',
  async (attempts, level) => {
    const { id } = await steps.order(mia, { stock: 10 })
    await steps.query(
      `insert into payment_intents (order_id, hold_round, intent_id, status, polls, next_poll_at)
     values ($1, 1, $2, 'requires_payment_method', $3, now() - interval '1 hour')`,
      [id, `pi_${id}`, attempts - 1],
    )
    const troubled = shopWith()
    const cards = { ...troubled.cards, findIntent: () => Promise.reject(new Error('refused')) }
    await pollOpenPayments({ ...troubled, cards })
    const logged = troubled.log[level].mock.calls.filter(([details]) => details.order === id)
    expect(logged).toEqual([
      [
        expect.objectContaining({ attempts, ...(level === 'error' && { alarm: true }) }),
        expect.stringContaining('open payment could not be polled'),
      ],
    ])
    const due = await steps.query(
      'select next_poll_at <= now() + interval \'10 minutes\' as "isSoon" from payment_intents where order_id = $1',
      [id],
    )
    expect(due).toEqual([{ isSoon: true }])
  },
)

test('one failed poll after many successful ones raises no alarm', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  await steps.openIntent(mia, ordered)
  await steps.query('update payment_intents set polls = 500 where order_id = $1', [ordered.id])
  await steps.makeDue()
  await pollOpenPayments(shop.shop)
  await steps.makeDue()
  const troubled = shopWith()
  const cards = { ...troubled.cards, findIntent: () => Promise.reject(new Error('refused')) }
  await pollOpenPayments({ ...troubled, cards })
  const levels = (['warn', 'error'] as const).filter((level) =>
    troubled.log[level].mock.calls.some(([details]) => details.order === ordered.id),
  )
  expect(levels).toEqual(['warn'])
})
