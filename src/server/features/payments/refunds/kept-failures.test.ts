import { beforeEach, expect, test } from 'vitest'
import { commandLine } from '../../audit/record.ts'
import { openPayments } from '../../../testing/payments.ts'
import type { TestUser } from '../../../testing/shop.ts'
import { giveUpIntent } from '../intents.ts'
import { expireReservations, processRefunds, pollOpenPayments } from '../jobs.ts'
import { openPayment } from '../open-payment.ts'
import { refundOrder } from './refund-order.ts'

const { shop, steps } = await openPayments()
let mia: TestUser
beforeEach(async () => {
  mia = await shop.signIn()
})

/** Makes the provider store a failure under the idempotency key of the order's first attempt. */
const keepFailure = () =>
  shop.sandbox.setFaults({ cards: { match: 'POST /v1/payment_intents', failStoredNext: 1 } })

const attemptsOf = (id: string) =>
  steps.query('select hold_round, status from payment_intents where order_id = $1 order by 1', [id])

/** @shows row-66 */
test('a failure that the provider stores under an idempotency key does not block the payment', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  keepFailure()
  const intentId = await steps.payAtProvider(mia, ordered)
  expect((await steps.report(mia, ordered.id, intentId)).body.paid).toBe(true)
  expect(await attemptsOf(ordered.id)).toEqual([
    { hold_round: 1, status: 'canceled' },
    { hold_round: 2, status: 'succeeded' },
  ])
  expect(await steps.unitsLeft(ordered.part.id)).toBe(0)
})

test('an order whose payment could never be opened can be deleted and expires', async () => {
  const orders = [
    await steps.order(mia, { stock: 10 }),
    await steps.order(mia, { stock: 10 }),
    await steps.order(mia, { stock: 10 }),
  ] as const
  const [deleted, expired, polled] = orders
  // The node crashed during the request, and the provider failed.
  for (const { id } of orders) {
    await steps.query(
      `insert into payment_intents (order_id, hold_round, next_poll_at)
       values ($1, 1, now() + interval '1 hour')`,
      [id],
    )
  }

  keepFailure()
  expect((await steps.remove(mia, deleted.id)).status).toBe(200)
  expect(await steps.unitsLeft(deleted.part.id)).toBe(10)

  keepFailure()
  await steps.expire(expired.id)
  await expireReservations(shop.shop)
  expect(await steps.unitsLeft(expired.part.id)).toBe(10)

  keepFailure()
  await steps.query(
    `update payment_intents set next_poll_at = now() - interval '1 hour' where order_id = $1`,
    [polled.id],
  )
  await pollOpenPayments(shop.shop)
  expect(await attemptsOf(polled.id)).toEqual([{ hold_round: 1, status: 'canceled' }])
})

test('an intent of an attempt that was given up meanwhile is never returned', async () => {
  const ordered = await steps.order(mia)
  const { cards } = shop.shop
  const made: string[] = []
  const slow: typeof cards.intentFor = async (order) => {
    const intent = await cards.intentFor(order)
    made.push(String(intent?.id))
    if (order.attempt === 1) {
      await giveUpIntent(shop.database.db, { orderId: ordered.id, attempt: 1 })
    }
    return intent
  }
  const [row] = await steps.query('select user_id from orders where id = $1', [ordered.id])
  const intent = await openPayment(
    { ...shop.shop, cards: { ...cards, intentFor: slow } },
    {
      user: { id: String(row?.['user_id']), isTrade: false, priceList: null },
      price: ordered.total,
      order: ordered.id,
    },
  )
  expect(made).toHaveLength(2)
  expect(intent.id).toBe(made[1])
})

test('a refund is made once by the next try, although the provider stores earlier failures', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  await steps.report(mia, ordered.id, intentId)
  const refundedCents = async () => {
    const { data } = await shop.stripe.refunds.list({ payment_intent: intentId })
    return data.map(({ amount }) => amount)
  }
  // The provider's library sends each of the two tries three times.
  shop.sandbox.setFaults({ cards: { match: 'POST /v1/refunds', failStoredNext: 6 } })
  await refundOrder(shop.shop, commandLine, { id: ordered.id, reason: 'Ordered twice' })
  shop.sandbox.setFaults({})
  expect(await refundedCents()).toEqual([])

  await steps.query('update refunds set next_attempt_at = now() where intent_id = $1', [intentId])
  await processRefunds(shop.shop)
  expect(await refundedCents()).toEqual([68_000])
  const open = 'select 1 from refunds where intent_id = $1 and refund_id is null'
  expect(await steps.query(open, [intentId])).toEqual([])
})

test('a refund that was made despite a stored failure is not made again', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.openIntent(mia, ordered)
  const { cards } = shop.shop
  await expect(cards.refund(intentId, 0)).rejects.toThrow('The card provider rejected a request')
  await shop.confirmCard(intentId)
  const { id } = await shop.stripe.refunds.create({ payment_intent: intentId })
  expect(await cards.refund(intentId, 1)).toBe(id)
  expect((await shop.stripe.refunds.list({ payment_intent: intentId })).data).toHaveLength(1)
})

test('a stored refusal of the provider does not block a refund', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.openIntent(mia, ordered)
  const { cards } = shop.shop
  await expect(cards.refund(intentId, 0)).rejects.toThrow('The card provider rejected a request')
  await shop.confirmCard(intentId)
  expect(await cards.refund(intentId, 1)).toMatch(/^re_/)
})
