import { describe, expect, test } from 'vitest'
import { openDisputes } from '../../../testing/disputes.ts'
import { processWebhookEvents } from '../jobs.ts'
import { settle } from '../settle.ts'

const { shop, steps, disputes, people, ship, read, disputesOf } = await openDisputes()
const { codesOf } = disputes

describe('events', () => {
  test('of a card that is disputed at once pay the order and hold it back, in any order', async () => {
    const ordered = await steps.order(people.mia, { stock: 10 })
    const intentId = await steps.openIntent(people.mia, ordered)
    await shop.confirmCard(intentId, 'pm_card_createDispute')
    await disputes.receive(intentId, 'funds_withdrawn')
    expect(await read(ordered.id)).toMatchObject({ status: 'paid', dispute: 'open' })
    await steps.report(people.mia, ordered.id, intentId)
    expect(await codesOf(ship(ordered.id))).toEqual(['payment-disputed'])
  })

  test('that arrive after the verdict change nothing', async () => {
    const { id, intentId } = await disputes.paidOrder(people.mia)
    await disputes.open(intentId)
    await disputes.conclude(intentId, 'winning_evidence')
    await disputes.receive(intentId, 'created')
    await disputes.receive(intentId, 'funds_withdrawn')
    expect(await read(id)).toMatchObject({ status: 'paid', dispute: 'won' })
    expect(await disputesOf(id)).toMatchObject([{ history: [{ state: 'won' }] }])
  })

  test('of a payment that is not the shop’s are finished without effect', async () => {
    const foreign = await shop.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
    await shop.confirmCard(foreign.id, 'pm_card_createDispute')
    await disputes.receive(foreign.id, 'created')
    await disputes.receive('pi_unknown', 'created')
    expect(await steps.query('select from webhook_events where processed_at is null')).toEqual([])
    expect(await steps.query('select from disputes where intent_id = $1', [foreign.id])).toEqual([])
  })

  test('with the provider’s own body and signature name the payment', async () => {
    const { id, intentId } = await disputes.paidOrder(people.mia)
    await disputes.open(intentId)
    const [object] = await disputes.disputesOf(intentId)
    const payload = JSON.stringify({
      id: `evt_of_${object!.id}`,
      object: 'event',
      type: 'charge.dispute.created',
      data: { object },
    })
    const secret = shop.config.STRIPE_WEBHOOK_SECRET
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': shop.stripe.webhooks.generateTestHeaderString({ payload, secret }),
      },
      payload,
    })
    expect(answer.statusCode).toBe(200)
    await processWebhookEvents(shop.shop)
    await expect.poll(() => read(id)).toMatchObject({ dispute: 'open' })
  })
})

/** @shows row-92 */
test('an outdated answer of the provider never replaces a newer one', async () => {
  const { id, intentId } = await disputes.paidOrder(people.mia)
  await disputes.open(intentId)
  const { cards } = shop.shop
  let isFirst = true
  const slow = {
    ...cards,
    async disputesOf(intent: string) {
      const answer = await cards.disputesOf(intent)
      if (isFirst) {
        isFirst = false
        await disputes.conclude(intentId, 'winning_evidence')
      }
      return answer
    },
  }
  await settle({ ...shop.shop, cards: slow }, intentId, { withDisputes: true })
  expect(await read(id)).toMatchObject({ dispute: 'won' })
  expect(await disputesOf(id)).toMatchObject([{ state: 'won', history: [{ state: 'won' }] }])
  expect(await codesOf(ship(id))).toEqual([200])
})
