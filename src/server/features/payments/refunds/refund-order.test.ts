import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { commandLine } from '../../audit/record.ts'
import { openRefunds } from '../../../testing/steps/refunds.ts'
import { processRefunds } from '../jobs.ts'
import { refundOrder } from './refund-order.ts'
import { settle } from '../settle.ts'

const { shop, steps, anna, mia, atProvider, pay, refundRest: refund } = await openRefunds()

const paidOrder = async () => pay(await steps.order(mia, { stock: 50, quantity: 20 }))

/** @shows row-73 */
test('refunds the payment once and returns units that were not shipped', async () => {
  const ordered = await paidOrder()
  const answers = await Promise.all([refund(ordered.id), refund(ordered.id)])
  expect(answers.map(({ body }) => body.modifiedCount)).toEqual(expect.arrayContaining([0, 1]))
  expect(await steps.read(mia, ordered.id)).toMatchObject({ status: 'refunded', paid: false })
  expect(await atProvider(ordered.intentId)).toBe(136_000)
  expect(await steps.unitsLeft(ordered.part.id)).toBe(50)
  expect(
    await steps.query('select action, before, after from admin_actions where target = $1', [
      ordered.id,
    ]),
  ).toEqual([
    {
      action: 'refund-order',
      before: { status: 'paid' },
      after: { status: 'refunded', reason: 'Ordered twice' },
    },
  ])
})

test('returns no shipped units, and the order cannot be shipped again', async () => {
  const ordered = await paidOrder()
  await shop.call(anna, manageOrders.ship, { params: { id: ordered.id } })
  expect((await refund(ordered.id)).body.modifiedCount).toBe(1)
  expect(await steps.unitsLeft(ordered.part.id)).toBe(30)
  const { body } = await shop.call(anna, manageOrders.ship, { params: { id: ordered.id } })
  expect(body.code).toBe('not-paid')
})

test('needs a paid order and a reason', async () => {
  expect((await refund((await steps.order(mia)).id)).body.code).toBe('not-paid')
  const { status, body } = await shop.call(anna, manageOrders.refund, {
    params: { id: randomUUID() },
    body: { reason: ' ' },
  })
  expect([status, body.errors]).toEqual([422, [{ field: 'reason', message: 'Reason is Required' }]])
})

/** @shows row-73 */
test('during an outage of the provider the refund is recorded and made later by a job', async () => {
  const { id, intentId } = await paidOrder()
  const away = { ...shop.parts.cards, refund: () => Promise.reject(new Error('away')) }
  const refund = { id, reason: 'Ordered twice' }
  expect(await refundOrder({ ...shop.shop, cards: away }, commandLine, refund)).toBe(true)
  expect([await atProvider(intentId), (await steps.eventsOf(id)).at(-1)]).toEqual([0, 'refunded'])
  await steps.query('update refunds set next_attempt_at = now() where intent_id = $1', [intentId])
  await processRefunds(shop.shop)
  expect(await atProvider(intentId)).toBe(136_000)
})

test('the provider’s later event changes nothing', async () => {
  const { id, part, intentId } = await paidOrder()
  await refund(id)
  expect(await settle(shop.shop, intentId)).toBe('refunded')
  expect(await steps.unitsLeft(part.id)).toBe(50)
  expect(await steps.eventsOf(id)).toEqual(['placed', 'paid', 'refunded'])
})
