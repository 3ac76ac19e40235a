import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failedPaymentsMax } from '#contract/shared/limits.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { declined } from './card-testing.ts'
import { storeEvent } from './webhook-queue.ts'
import { processWebhookEvents } from './jobs.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ LIMITS: 'on' })
})
afterAll(() => shop.close())

const tellDeclined = (intentId: string) =>
  storeEvent(shop.database.db, { id: `evt_${randomUUID()}`, type: declined, intentId })

/** Makes the declined payments more than an hour old. */
const waitAnHour = (intentId: string) =>
  shop.database.pool.query(
    `update webhook_events set received_at = now() - interval '61 minutes' where intent_id = $1`,
    [intentId],
  )

test('after five declined cards within an hour the payment cannot be opened; other orders can', async () => {
  const steps = paymentSteps(shop)
  const mia = await shop.signIn()
  const [tested, other] = [await steps.order(mia), await steps.order(mia)]
  const intentId = await steps.openIntent(mia, tested)
  for (let count = 0; count < failedPaymentsMax; count += 1) {
    expect((await steps.open(mia, tested)).status).toBe(200)
    await tellDeclined(intentId)
  }
  const refused = await steps.open(mia, tested)
  expect([refused.status, refused.body.code]).toEqual([429, 'too-many'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
  expect((await steps.open(mia, other)).status).toBe(200)
  expect((await steps.open(await shop.signIn(), tested)).status).toBe(404)

  await waitAnHour(intentId)
  expect((await steps.open(mia, tested)).status).toBe(200)
})

test('the fifth declined card cancels the intent: its client secret can no longer charge a card', async () => {
  const steps = paymentSteps(shop)
  const mia = await shop.signIn()
  const ordered = await steps.order(mia, { stock: 10 })
  const intentId = await steps.openIntent(mia, ordered)
  for (let count = 1; count < failedPaymentsMax; count += 1) await tellDeclined(intentId)
  await processWebhookEvents(shop.shop)
  expect(await steps.statusAtProvider(intentId)).toBe('requires_payment_method')

  await tellDeclined(intentId)
  await processWebhookEvents(shop.shop)
  await expect(shop.confirmCard(intentId)).rejects.toThrow('canceled')
  expect((await steps.open(mia, ordered)).status).toBe(429)
  expect(await steps.unitsLeft(ordered.part.id)).toBe(0)

  await waitAnHour(intentId)
  const later = await steps.payAtProvider(mia, ordered)
  expect(later).not.toBe(intentId)
  expect((await steps.report(mia, ordered.id, later)).body.paid).toBe(true)
})

test('a payment that succeeds during its cancellation pays its order', async () => {
  const steps = paymentSteps(shop)
  const mia = await shop.signIn()
  const ordered = await steps.order(mia)
  const intentId = await steps.openIntent(mia, ordered)
  for (let count = 0; count < failedPaymentsMax; count += 1) await tellDeclined(intentId)
  const { cards } = shop.shop
  const cancel: typeof cards.cancel = async (id) => {
    await shop.confirmCard(id)
    return cards.cancel(id)
  }
  await processWebhookEvents({ ...shop.shop, cards: { ...cards, cancel } })
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true, transactionId: intentId })
})
