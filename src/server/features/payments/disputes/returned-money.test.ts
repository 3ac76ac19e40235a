import { describe, expect, test, vi } from 'vitest'
import { openDisputes } from '../../../testing/disputes.ts'
import { processRefunds } from '../jobs.ts'
import { settle } from '../settle.ts'

const { shop, steps, disputes, people, ship, refund, revenue, read } = await openDisputes()
const { disputedOrder, codesOf } = disputes

/** @shows row-92 */
test('a dispute of a part of the money that is lost leaves the order paid, and lowers the revenue', async () => {
  const before = await revenue()
  const { id, intentId } = await disputes.paidOrder(people.mia)
  await disputes.open(intentId, { amount: 10_000 })
  await disputes.conclude(intentId, 'losing_evidence')
  expect(await read(id)).toMatchObject({ status: 'paid', dispute: 'lost' })
  expect(await revenue()).toEqual({ orders: before.orders + 1, dollars: before.dollars + 580 })
  expect(await codesOf(refund(id), ship(id))).toEqual(['payment-disputed', 200])
})

test('a partial refund and a lost dispute of the rest close the order', async () => {
  const { id, intentId, part } = await disputes.paidOrder(people.mia)
  await shop.stripe.refunds.create({ payment_intent: intentId, amount: 8_000 })
  await disputes.open(intentId, { amount: 60_000 })
  await disputes.conclude(intentId, 'losing_evidence')
  expect(await read(id)).toMatchObject({ status: 'refunded', dispute: 'lost' })
  expect(await steps.eventsOf(id)).toEqual(['placed', 'paid', 'partly-refunded', 'refunded'])
  expect(await steps.unitsLeft(part.id)).toBe(10)
})

async function refusedRefund() {
  const ordered = await disputes.paidOrder(people.mia)
  await disputes.open(ordered.intentId)
  expect((await refund(ordered.id)).status).toBe(200)
  await disputes.receive(ordered.intentId, 'created')
  return ordered
}
const due = () => steps.query('update refunds set next_attempt_at = now()')
const refundIdOf = async (intentId: string) =>
  (await steps.query('select refund_id from refunds where intent_id = $1', [intentId]))[0]![
    'refund_id'
  ]

/** @shows row-92, P2 */
describe('a refund that the provider refuses, since it knows of a dispute before the shop', () => {
  test('waits for the verdict, and is made if the dispute is won', async () => {
    const { id, intentId } = await refusedRefund()
    expect(await read(id)).toMatchObject({ status: 'refunded', dispute: 'open' })
    const sent = vi.spyOn(shop.shop.cards, 'refund')
    await due()
    await processRefunds(shop.shop)
    expect(sent).not.toHaveBeenCalledWith(intentId, expect.anything())
    sent.mockRestore()
    await disputes.conclude(intentId, 'winning_evidence')
    expect(await refundIdOf(intentId)).toMatch(/^re_/)
    expect((await shop.parts.cards.findIntent(intentId))?.amountRefunded).toBe(68_000)
  })

  test('ends with the dispute if that is lost: the money is returned once', async () => {
    const { id, intentId } = await refusedRefund()
    await disputes.conclude(intentId, 'losing_evidence')
    expect(await refundIdOf(intentId)).toMatch(/^dp_/)
    await due()
    await processRefunds(shop.shop)
    expect(await read(id)).toMatchObject({ status: 'refunded', dispute: 'lost' })
    expect((await shop.parts.cards.findIntent(intentId))?.amountRefunded).toBe(0)
  })
})

/** @shows row-92, P2 */
test('a refund that a lost dispute ended is due again once an appeal wins the dispute', async () => {
  const { intentId } = await refusedRefund()
  await disputes.conclude(intentId, 'losing_evidence')
  shop.sandbox.setFaults({ cards: { match: 'refunds', failNext: 20 } })
  await disputes.conclude(intentId, 'winning_evidence')
  shop.sandbox.setFaults({})
  expect(await refundIdOf(intentId)).toBeNull()
  await due()
  await processRefunds(shop.shop)
  expect(await refundIdOf(intentId)).toMatch(/^re_/)
  expect((await shop.parts.cards.findIntent(intentId))?.amountRefunded).toBe(68_000)
})

test('a lost dispute that an appeal wins leaves the order closed; its money counts again', async () => {
  const before = await revenue()
  const { id, intentId, part } = await disputedOrder(people.mia)
  await disputes.conclude(intentId, 'losing_evidence')
  expect(await revenue()).toEqual(before)
  await disputes.conclude(intentId, 'winning_evidence')
  expect(await read(id)).toMatchObject({ status: 'refunded', dispute: 'won' })
  expect(await steps.unitsLeft(part.id)).toBe(10)
  expect(await revenue()).toEqual({ orders: before.orders + 1, dollars: before.dollars + 680 })
  const [mail] = await steps.query('select subject from outbox order by id desc limit 1')
  expect(mail!['subject']).toBe(`Dispute won after the order was closed: order ${id.slice(-8)}`)
  await shop.stripe.refunds.create({ payment_intent: intentId })
  await settle(shop.shop, intentId)
  expect(await revenue()).toEqual(before)
})

test('a dispute of a second payment does not hold the order back, and ends its refund', async () => {
  const ordered = await steps.order(people.mia, { stock: 10 })
  const second = await steps.secondIntent(ordered)
  const intentId = await steps.payAtProvider(people.mia, ordered)
  await steps.report(people.mia, ordered.id, intentId)
  await shop.confirmCard(second.id, 'pm_card_createDispute')
  expect(await settle(shop.shop, second.id)).toBe('refunded')
  expect(await read(ordered.id)).not.toHaveProperty('dispute')
  await disputes.conclude(second.id, 'losing_evidence')
  expect(await read(ordered.id)).not.toHaveProperty('dispute')
  const [due] = await steps.query('select refund_id from refunds where intent_id = $1', [second.id])
  expect(due!['refund_id']).toMatch(/^dp_/)
  expect(await codesOf(ship(ordered.id))).toEqual([200])
})
