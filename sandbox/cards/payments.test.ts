import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { publishableKey, secretKey } from '../keys.ts'
import { browserPost, connect, sandboxForTest } from '../testing.ts'

const order = { amount: 1879, currency: 'usd', metadata: { order: 'o-1' } }
const automatic = { automatic_payment_methods: { enabled: true } }

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('was not refused')
    },
    (error: Stripe.errors.StripeError) => error,
  )

test('a test card pays the whole amount of an intent', async () => {
  const stripe = connect(await sandboxForTest())
  const created = await stripe.paymentIntents.create({ ...order, ...automatic })
  expect(created).toMatchObject({ ...order, status: 'requires_payment_method' })

  const paid = await stripe.paymentIntents.confirm(created.id, { payment_method: 'pm_card_visa' })
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1879 })
  expect(await stripe.paymentIntents.retrieve(created.id)).toEqual(paid)

  const charge = await stripe.charges.retrieve(paid.latest_charge as string)
  expect(charge).toMatchObject({ paid: true, payment_intent: created.id })
  expect(charge.payment_method_details?.card?.last4).toBe('4242')
})

test('an intent can be restricted to payment method types', async () => {
  const stripe = connect(await sandboxForTest())
  const intent = await stripe.paymentIntents.create({
    ...order,
    allowed_payment_method_types: ['card'],
  })
  expect(intent.payment_method_types).toEqual(['card'])
})

test.each([
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
  [
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    'card_declined',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', '', 'Your card has expired.'],
  [
    'pm_card_chargeDeclinedIncorrectCvc',
    'incorrect_cvc',
    '',
    "Your card's security code is incorrect.",
  ],
])(
  '%s is declined, and the intent can be paid after that',
  async (card, code, decline, message) => {
    const stripe = connect(await sandboxForTest())
    const { id } = await stripe.paymentIntents.create(order)
    const declined = await refusal(stripe.paymentIntents.confirm(id, { payment_method: card }))
    expect(declined).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(declined).toMatchObject({ statusCode: 402, code, message })
    expect(declined.decline_code).toBe(decline)
    expect(declined.payment_intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { message },
    })

    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_mastercard' })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
  },
)

test('a paid or canceled intent can neither be confirmed nor canceled', async () => {
  const stripe = connect(await sandboxForTest())
  const card = { payment_method: 'pm_card_visa' }
  const paid = await stripe.paymentIntents.create(order)
  await stripe.paymentIntents.confirm(paid.id, card)
  const canceled = await stripe.paymentIntents.create(order)
  const { status } = await stripe.paymentIntents.cancel(canceled.id)
  expect(status).toBe('canceled')

  for (const { id } of [paid, canceled]) {
    for (const call of [
      stripe.paymentIntents.confirm(id, card),
      stripe.paymentIntents.cancel(id),
    ]) {
      expect(await refusal(call)).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
      })
    }
  }
})

test('intents are listed newest first, in pages, and filtered by time', async () => {
  const stripe = connect(await sandboxForTest())
  const ids: string[] = []
  for (const amount of [100, 200, 300]) {
    ids.unshift((await stripe.paymentIntents.create({ amount, currency: 'usd' })).id)
  }
  const page = await stripe.paymentIntents.list({ limit: 2 })
  expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect(page.has_more).toBe(true)

  const rest = await stripe.paymentIntents.list({ limit: 2, starting_after: ids[1]! })
  expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(2))
  expect(rest.has_more).toBe(false)

  const all = await stripe.paymentIntents.list({ limit: 1 }).autoPagingToArray({ limit: 10 })
  expect(all.map(({ id }) => id)).toEqual(ids)

  const tomorrow = Math.floor(Date.now() / 1000) + 86_400
  const { data } = await stripe.paymentIntents.list({ created: { gte: tomorrow } })
  expect(data).toEqual([])
})

test('a browser reads and confirms an intent with its client secret, without seeing its metadata', async () => {
  const sandbox = await sandboxForTest()
  const stripe = connect(sandbox)
  const { id, client_secret } = await stripe.paymentIntents.create(order)
  const key = publishableKey
  const read = (secret: string) =>
    fetch(`${sandbox.url}/v1/payment_intents/${id}?key=${key}&client_secret=${secret}`)

  const answer = await read(client_secret!)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const seen = (await answer.json()) as object
  expect(seen).toMatchObject({ id, amount: 1879 })
  expect(seen).not.toHaveProperty('metadata')
  expect((await read(`${id}_secret_guess`)).status).toBe(400)

  const paid = await browserPost(sandbox, `/payment_intents/${id}/confirm`, {
    key,
    client_secret: client_secret!,
    payment_method: 'pm_card_visa',
  })
  expect(await paid.json()).toMatchObject({ status: 'succeeded' })
  expect((await browserPost(sandbox, '/refunds', { key, payment_intent: id })).status).toBe(403)
})

test('3-D Secure requires an authentication, which the card owner completes or fails', async () => {
  const sandbox = await sandboxForTest()
  const stripe = connect(sandbox)
  const { id, client_secret } = await stripe.paymentIntents.create(order)
  const card = { payment_method: 'pm_card_authenticationRequired' }
  const answer = (outcome: string) =>
    browserPost(sandbox, `/payment_intents/${id}/authenticate`, {
      key: publishableKey,
      client_secret: client_secret!,
      outcome,
    })

  expect((await stripe.paymentIntents.confirm(id, card)).status).toBe('requires_action')
  await answer('fail')
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })

  await stripe.paymentIntents.confirm(id, card)
  await answer('complete')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
})

test('a processing payment can neither be confirmed nor canceled until it ends', async () => {
  const sandbox = await sandboxForTest()
  const stripe = connect(sandbox)
  const card = { payment_method: 'pm_card_processing' }
  const finish = async (id: string, outcome: string) =>
    (await browserPost(sandbox, `/payment_intents/${id}/finish`, { key: secretKey, outcome }))
      .status

  const { id } = await stripe.paymentIntents.create(order)
  expect(await finish(id, 'complete')).toBe(400)
  expect((await stripe.paymentIntents.confirm(id, card)).status).toBe('processing')
  for (const call of [
    stripe.paymentIntents.confirm(id, card),
    stripe.paymentIntents.cancel(id),
    stripe.refunds.create({ payment_intent: id }),
  ]) {
    expect(await refusal(call)).toMatchObject({ statusCode: 400 })
  }
  expect(await finish(id, 'fail')).toBe(200)
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    amount_received: 0,
    last_payment_error: { code: 'card_declined' },
  })

  await stripe.paymentIntents.confirm(id, card)
  expect(await finish(id, 'complete')).toBe(200)
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'succeeded',
    amount_received: 1879,
  })
})

test('a card that is not a test card is declined, and its number is not stored', async () => {
  const sandbox = await sandboxForTest()
  const answer = await browserPost(sandbox, '/payment_methods', {
    key: publishableKey,
    type: 'card',
    'card[number]': '4111111111111111',
    'card[exp_month]': '12',
    'card[exp_year]': '2099',
    'card[cvc]': '123',
  })
  const method = await answer.text()
  expect(method).not.toContain('4111111111111111')

  const stripe = connect(sandbox)
  const { id } = await stripe.paymentIntents.create(order)
  const { id: payment_method } = JSON.parse(method) as { id: string }
  const refused = await refusal(stripe.paymentIntents.confirm(id, { payment_method }))
  expect(refused).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' })
})

test('wrong keys, missing objects and unknown parameters are refused as by Stripe', async () => {
  const sandbox = await sandboxForTest()
  const stripe = connect(sandbox)
  const stranger = await refusal(connect(sandbox, 'sk_test_other').paymentIntents.list())
  expect(stranger).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)

  const missing = await refusal(stripe.paymentIntents.retrieve('pi_none'))
  expect(missing).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  expect(missing.requestId).toMatch(/^req_/)

  const colour = { ...order, colour: 'red' } as Stripe.PaymentIntentCreateParams
  const unknown = await refusal(stripe.paymentIntents.create(colour))
  expect(unknown).toMatchObject({ code: 'parameter_unknown', param: 'colour' })

  const small = await refusal(stripe.paymentIntents.create({ amount: 10, currency: 'usd' }))
  expect(small).toMatchObject({ code: 'amount_too_small', param: 'amount' })
})
