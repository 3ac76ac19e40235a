import { expect, test } from 'vitest'
import { connect, sandboxForTest, webhookEndpoint } from '../testing.ts'

const order = { amount: 1000, currency: 'usd' }
const visa = { payment_method: 'pm_card_visa' }

test('every step of a payment sends a signed event with its own id', async () => {
  const endpoint = await webhookEndpoint()
  const sandbox = await sandboxForTest({ webhookUrl: endpoint.url })
  const stripe = connect(sandbox)
  const { id } = await stripe.paymentIntents.create(order)
  const declined = { payment_method: 'pm_card_visa_chargeDeclined' }
  await stripe.paymentIntents.confirm(id, declined).catch(() => {})
  await stripe.paymentIntents.confirm(id, visa)
  await stripe.refunds.create({ payment_intent: id })
  const { id: other } = await stripe.paymentIntents.create(order)
  await stripe.paymentIntents.cancel(other)

  expect((await endpoint.types(6)).toSorted()).toEqual([
    'charge.refunded',
    'payment_intent.canceled',
    'payment_intent.created',
    'payment_intent.created',
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
  ])
  expect(new Set(endpoint.received.map((event) => event.id)).size).toBe(6)
  const paid = endpoint.received.find(({ type }) => type === 'payment_intent.succeeded')
  expect(paid).toMatchObject({
    api_version: '2026-10-28.endive',
    data: { object: { id, status: 'succeeded', amount_received: 1000 } },
  })
  expect(await stripe.events.retrieve(paid!.id)).toMatchObject({ id: paid!.id, type: paid!.type })
})

test('an event is retried until it is accepted', async () => {
  const endpoint = await webhookEndpoint([500, 302, 503])
  const stripe = connect(await sandboxForTest({ webhookUrl: endpoint.url }))
  await stripe.paymentIntents.create(order)
  await endpoint.types(4)
  expect(new Set(endpoint.received.map(({ id }) => id)).size).toBe(1)
})

test('the endpoint can be set after the start', async () => {
  const sandbox = await sandboxForTest()
  const stripe = connect(sandbox)
  await stripe.paymentIntents.create(order)
  const endpoint = await webhookEndpoint()
  sandbox.setWebhookUrl(endpoint.url)
  const { id } = await stripe.paymentIntents.create(order)
  await stripe.paymentIntents.cancel(id)
  expect(await endpoint.types(2)).not.toContain(undefined)
  expect(endpoint.received.every(({ data }) => (data.object as { id: string }).id === id)).toBe(
    true,
  )
})
