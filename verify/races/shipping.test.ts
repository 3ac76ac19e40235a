import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { finishShipments } from '#server/features/manage-orders/finish-shipments.ts'
import { queueOrderMails } from '#server/features/order-mails/order-mails.ts'
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
let admin: TestUser
let mia: TestUser
let meet: ReturnType<typeof meetingsOf<Paid>>
beforeAll(async () => {
  shop = await openShop({ SHIPPING_UNDO_SECONDS: '300' })
  steps = paymentSteps(shop)
  const disputes = disputeSteps(shop)
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  mia = await shop.signIn()
  meet = meetingsOf(interleavings(shop), async () => {
    const paid = await disputes.paidOrder(mia)
    await ship(paid)
    return paid
  })
})
afterEach(async () => {
  expect(await checkInvariants(shop.database.pool)).toEqual([])
})
afterAll(() => shop.close())

const ship = ({ id }: Paid) => shop.call(admin, manageOrders.ship, { params: { id } })

const undo = ({ id }: Paid) => shop.call(admin, manageOrders.undoShipping, { params: { id } })

const refund = ({ id }: Paid) =>
  shop.call(admin, manageOrders.refund, { params: { id }, body: { reason: 'Ordered twice' } })

/** The time to undo passes, and the jobs ship the order and make its mail. */
async function finish({ id }: Paid) {
  await steps.query(
    `update orders set ship_due_at = clock_timestamp() where id = $1 and ship_due_at is not null`,
    [id],
  )
  await finishShipments(shop.shop)
  await queueOrderMails(shop.shop)
}

const stateOf = async ({ id }: Paid) => {
  const [row] = await steps.query(
    `select status, exists (
       select from order_mails where order_id = orders.id and kind = 'shipped') as "isTold"
     from orders where id = $1`,
    [id],
  )
  return row
}

async function expectUndoneOrTold(paid: Paid, { status }: { status: number }) {
  await finish(paid)
  const isUndone = status === 200
  expect([200, 409]).toContain(status)
  expect(await stateOf(paid)).toEqual({ status: isUndone ? 'paid' : 'shipped', isTold: !isUndone })
}

/** @shows row-110, P7 */
test('a shipment is undone or the customer is written to, wherever the two meet', async () => {
  const ofUndoing = await meet(undo, finish, (paid, { first }) => expectUndoneOrTold(paid, first))
  const ofFinishing = await meet(finish, undo, (paid, { second }) =>
    expectUndoneOrTold(paid, second),
  )
  expect([ofUndoing, ofFinishing].every((count) => count > 3)).toBe(true)
})

test('two presses on Undo, and another press to ship, leave one state', async () => {
  await meet(undo, undo, async (paid, { first, second }) => {
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.modifiedCount + second.body.modifiedCount).toBe(1)
    expect(await stateOf(paid)).toEqual({ status: 'paid', isTold: false })
  })
  await meet(undo, ship, async (paid, { first, second }) => {
    await finish(paid)
    const isShipped = second.body.modifiedCount === 1
    expect(first.body.modifiedCount).toBe(1)
    expect(await stateOf(paid)).toEqual({
      status: isShipped ? 'shipped' : 'paid',
      isTold: isShipped,
    })
  })
})

/** @shows row-110, P2 */
test('a refund while a shipment can be undone returns the units, unless the order is shipped first', async () => {
  const judge = async (paid: Paid) => {
    await finish(paid)
    const [row] = await steps.query(
      `select status, -coalesce((
         select sum(delta) from stock_ledger where order_id = orders.id), 0)::int as taken,
         exists (
           select from order_events where order_id = orders.id and kind = 'shipped') as "wasShipped"
       from orders where id = $1`,
      [paid.id],
    )
    expect(row?.['status']).toBe('refunded')
    expect(row?.['taken']).toBe(row?.['wasShipped'] ? 10 : 0)
  }
  const ofRefund = await meet(refund, finish, judge)
  const ofFinishing = await meet(finish, refund, judge)
  const ofUndoing = await meet(undo, refund, judge)
  expect([ofRefund, ofFinishing, ofUndoing].every((count) => count > 3)).toBe(true)
})
