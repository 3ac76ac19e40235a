import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { processRefunds } from '#server/features/payments/jobs.ts'
import { checkInvariants } from '#server/invariants/check.ts'
import { disputeSteps } from '#server/testing/disputes.ts'
import { paymentSteps } from '#server/testing/payments.ts'
import { openShop } from '#server/testing/shop.ts'
import type { TestShop, TestUser } from '#server/testing/shop.ts'
import { interleavings, meetingsOf } from './interleaving.ts'

// Two operations meet at each of their steps.
vi.setConfig({ testTimeout: 120_000 })

type Paid = Awaited<ReturnType<ReturnType<typeof disputeSteps>['paidOrder']>>

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let disputes: ReturnType<typeof disputeSteps>
let admin: TestUser
let mia: TestUser
let meet: ReturnType<typeof meetingsOf<Paid>>
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
  disputes = disputeSteps(shop)
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  mia = await shop.signIn()
  meet = meetingsOf(interleavings(shop), () => disputes.paidOrder(mia))
})
afterEach(async () => {
  expect(await checkInvariants(shop.database.pool)).toEqual([])
})
afterAll(() => shop.close())

const ship = ({ id }: Paid) => shop.call(admin, manageOrders.ship, { params: { id } })

const refund = ({ id }: Paid) =>
  shop.call(admin, manageOrders.refund, { params: { id }, body: { reason: 'Ordered twice' } })

async function dispute({ intentId }: Paid) {
  await disputes.open(intentId)
  await disputes.receive(intentId, 'created')
}

type Answer = { status: number; body: { code?: string } }

async function expectShippedOrHeld({ id }: Paid, { status, body }: Answer) {
  const isShipped = status === 200
  if (!isShipped) expect([status, body.code]).toEqual([409, 'payment-disputed'])
  expect(await steps.read(mia, id)).toMatchObject({
    status: isShipped ? 'shipped' : 'paid',
    dispute: 'open',
  })
}

/** @shows row-92, P2 */
test('an order is shipped or held back, wherever shipping and a dispute meet', async () => {
  const ofShipping = await meet(ship, dispute, (paid, { first }) =>
    expectShippedOrHeld(paid, first),
  )
  const ofDispute = await meet(dispute, ship, (paid, { second }) =>
    expectShippedOrHeld(paid, second),
  )
  expect([ofShipping, ofDispute].every((count) => count > 3)).toBe(true)
})

async function expectReturnedOnce({ id, intentId }: Paid, { status, body }: Answer) {
  const isRefunded = status === 200
  if (!isRefunded) expect([status, body.code]).toEqual([409, 'payment-disputed'])
  expect(await steps.read(mia, id)).toMatchObject({
    status: isRefunded ? 'refunded' : 'paid',
    dispute: 'open',
  })
  await disputes.conclude(intentId, 'winning_evidence')
  await steps.query('update refunds set next_attempt_at = now()')
  await processRefunds(shop.shop)
  const { data } = await shop.stripe.refunds.list({ payment_intent: intentId })
  expect(data.map(({ amount }) => amount)).toEqual(isRefunded ? [68_000] : [])
}

/** @shows row-92, P2 */
test('a refund is made once or not at all, wherever it meets a dispute', async () => {
  const ofRefund = await meet(refund, dispute, (paid, { first }) => expectReturnedOnce(paid, first))
  const ofDispute = await meet(dispute, refund, (paid, { second }) =>
    expectReturnedOnce(paid, second),
  )
  expect([ofRefund, ofDispute].every((count) => count > 3)).toBe(true)
})
