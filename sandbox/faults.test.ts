import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { connect, sandboxForTest, webhookEndpoint } from './testing.ts'

const order = { amount: 1000, currency: 'usd' }

test('a number of calls fail without an effect', async () => {
  const sandbox = await sandboxForTest()
  const stripe = connect(sandbox)
  sandbox.setFaults({ cards: { failNext: 2 } })
  for (const _ of [1, 2]) {
    await expect(stripe.paymentIntents.create(order)).rejects.toMatchObject({ statusCode: 500 })
  }
  await stripe.paymentIntents.create(order)
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('a failure can be stored under its idempotency key, as the real provider does', async () => {
  const sandbox = await sandboxForTest()
  const stripe = connect(sandbox)
  sandbox.setFaults({ cards: { failStoredNext: 1 } })
  const create = (idempotencyKey: string) => stripe.paymentIntents.create(order, { idempotencyKey })
  await expect(create('order-1')).rejects.toMatchObject({ statusCode: 500 })
  await expect(create('order-1')).rejects.toMatchObject({
    statusCode: 500,
    headers: { 'idempotent-replayed': 'true' },
  })
  await create('order-2')
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('only the matching calls fail', async () => {
  const sandbox = await sandboxForTest()
  const stripe = connect(sandbox)
  sandbox.setFaults({ cards: { match: 'POST /v1/refunds', failShare: 1 } })
  const { id } = await stripe.paymentIntents.create(order)
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  const refund = stripe.refunds.create({ payment_intent: id })
  await expect(refund).rejects.toMatchObject({ statusCode: 500 })
})

test('a broken connection hides an executed call; its idempotency key returns it', async () => {
  const sandbox = await sandboxForTest()
  const stripe = connect(sandbox)
  const key = { idempotencyKey: 'order-1' }
  // Two, because the SDK always retries a broken connection once.
  sandbox.setFaults({ cards: { cutNext: 2 } })
  const lost = stripe.paymentIntents.create(order, key)
  await expect(lost).rejects.toThrow(Stripe.errors.StripeConnectionError)
  const { id } = await stripe.paymentIntents.create(order, key)
  expect((await stripe.paymentIntents.list()).data.map((intent) => intent.id)).toEqual([id])
})

test('events are sent twice, or never', async () => {
  const endpoint = await webhookEndpoint()
  const sandbox = await sandboxForTest({ webhookUrl: endpoint.url })
  const stripe = connect(sandbox)
  sandbox.setFaults({ webhooks: { off: true } })
  const { id } = await stripe.paymentIntents.create(order)
  sandbox.setFaults({ webhooks: { copies: 2 } })
  await stripe.paymentIntents.cancel(id)
  expect(await endpoint.types(2)).toEqual(['payment_intent.canceled', 'payment_intent.canceled'])
  expect(new Set(endpoint.received.map((event) => event.id)).size).toBe(1)
})

test('the same seed repeats the same faults', async () => {
  const { url, setFaults, ...sandbox } = await sandboxForTest()
  const stripe = connect({ url, setFaults, ...sandbox })
  const outcomesOfSeed = async () => {
    setFaults({ seed: 7, cards: { failShare: 0.5 } })
    const outcomes: boolean[] = []
    for (let call = 0; call < 12; call += 1) {
      outcomes.push(
        await stripe.paymentIntents.create(order).then(
          () => true,
          () => false,
        ),
      )
    }
    return outcomes
  }
  const first = await outcomesOfSeed()
  expect(new Set(first).size).toBe(2)
  expect(await outcomesOfSeed()).toEqual(first)
})

test('faults are set, read, validated and reset over HTTP', async () => {
  const { url } = await sandboxForTest()
  const post = (faults: object) =>
    fetch(`${url}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    })
  const normal = await (await fetch(`${url}/faults`)).json()
  const set = await post({ cards: { delayMs: 5 } })
  expect(await set.json()).toMatchObject({ cards: { delayMs: 5, failNext: 0 } })
  expect(await (await fetch(`${url}/faults`)).json()).toMatchObject({ cards: { delayMs: 5 } })
  expect((await post({ cards: { failsNext: 1 } })).status).toBe(400)
  expect(await (await fetch(`${url}/faults`, { method: 'DELETE' })).json()).toEqual(normal)
})
