import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failedPaymentsMax } from '#contract/limits.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { storeEvent } from './inbox.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ LIMITS: 'on' })
})
afterAll(() => shop.close())

test('after five declined cards within an hour the payment is not opened again; others are', async () => {
  const steps = paymentSteps(shop)
  const mia = await shop.signIn()
  const [tested, other] = [await steps.order(mia), await steps.order(mia)]
  const intentId = await steps.openIntent(mia, tested)
  const type = 'payment_intent.payment_failed'
  for (let count = 0; count < failedPaymentsMax; count += 1) {
    expect((await steps.open(mia, tested)).status).toBe(200)
    await storeEvent(shop.database.db, { id: `evt_${randomUUID()}`, type, intentId })
  }
  const refused = await steps.open(mia, tested)
  expect([refused.status, refused.body.code]).toEqual([429, 'too-many'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
  expect((await steps.open(mia, other)).status).toBe(200)
  expect((await steps.open(await shop.signIn(), tested)).status).toBe(404)

  await steps.query(
    `update webhook_events set received_at = now() - interval '61 minutes' where intent_id = $1`,
    [intentId],
  )
  expect((await steps.open(mia, tested)).status).toBe(200)
})
