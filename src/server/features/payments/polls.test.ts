import { beforeAll, expect, test } from 'vitest'
import { openPayments } from '../../testing/payments.ts'
import type { TestUser } from '../../testing/shop.ts'
import { claimDueIntents } from './intents.ts'
import { pollOpenPayments } from './jobs.ts'
import { copiesOfOrder } from '../../testing/rows/order-copies.ts'

const { shop, steps } = await openPayments()
let mia: TestUser
beforeAll(async () => {
  mia = await shop.signIn()
})

test('an open payment is polled after half a minute, after 1 and 5 minutes, then every ten', async () => {
  const ordered = await steps.order(mia)
  await steps.openIntent(mia, ordered)
  const [made] = await steps.query(
    `select extract(epoch from next_poll_at - created_at)::float8 as seconds
     from payment_intents where order_id = $1`,
    [ordered.id],
  )
  expect(made).toEqual({ seconds: 30 })
  expect(await claimDueIntents(shop.database.db, 20)).toEqual([])

  const minutes: unknown[] = []
  for (let poll = 0; poll < 5; poll += 1) {
    await steps.makeDue()
    expect(await claimDueIntents(shop.database.db, 20)).toHaveLength(1)
    expect(await claimDueIntents(shop.database.db, 20)).toEqual([])
    const [poll] = await steps.query(
      `select round(extract(epoch from next_poll_at - now()) / 60)::int as minutes
       from payment_intents where order_id = $1`,
      [ordered.id],
    )
    minutes.push(poll?.['minutes'])
  }
  expect(minutes).toEqual([1, 5, 10, 10, 10])
})

/** Makes the payment this many days old and due for a poll. */
async function age(intentId: string, days: number) {
  await steps.makeDue()
  await steps.query(
    `update payment_intents set created_at = now() - make_interval(days => $2) where intent_id = $1`,
    [intentId, days],
  )
}

test('a payment is polled as long as its order’s units are reserved, even for weeks', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  await steps.query(`update orders set held_until = now() + interval '1 day' where id = $1`, [
    ordered.id,
  ])
  await age(intentId, 29)
  await pollOpenPayments(shop.shop)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true, transactionId: intentId })
})

test.each([
  ['no more', 4, 0],
  ['still', 2, 1],
])('a payment of an order without a reservation is %s polled on day %i', async (_, days, polls) => {
  const ordered = await steps.order(mia)
  const intentId = await steps.openIntent(mia, ordered)
  // As if created elsewhere: the expiry cancels intents of the shop.
  await steps.query('update orders set held_until = null where id = $1', [ordered.id])
  await age(intentId, days)
  const due = await claimDueIntents(shop.database.db, 20)
  expect(due.filter((intent) => intent.intentId === intentId)).toHaveLength(polls)
})

test('all due payments are polled in one run, unless one fails', async () => {
  const { id } = await steps.order(mia)
  await steps.query(
    `with ${copiesOfOrder({ count: 50 })}
     insert into payment_intents (order_id, hold_round, intent_id, status)
     select id, 1, 'pi_copy_' || id, 'requires_payment_method' from copies`,
    [id],
  )
  const polled: string[] = []
  const { cards, log } = shop.shop
  const pollWith = async (findIntent: typeof cards.findIntent) => {
    polled.length = 0
    await steps.makeDue()
    await pollOpenPayments({
      ...shop.shop,
      log: { ...log, warn: () => {} },
      cards: { ...cards, findIntent },
    })
    return polled.filter((intentId) => intentId.startsWith('pi_copy_')).length
  }
  const answered = await pollWith(async (intentId) => {
    polled.push(intentId)
    return undefined
  })
  expect(answered).toBe(50)
  const failed = await pollWith((intentId) => {
    polled.push(intentId)
    return Promise.reject(new Error('refused'))
  })
  expect(failed).toBeLessThanOrEqual(20)
})
