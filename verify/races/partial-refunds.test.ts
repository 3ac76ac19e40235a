import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { processRefunds } from '#server/features/payments/jobs.ts'
import { settle } from '#server/features/payments/settle.ts'
import { disputeSteps } from '#server/testing/disputes.ts'
import { expectInvariantsToHold, paymentSteps } from '#server/testing/payments.ts'
import { openShop } from '#server/testing/shop.ts'
import type { TestShop, TestUser } from '#server/testing/shop.ts'
import { interleavings, meetingsOf } from './interleaving.ts'

// Two operations meet at each of their steps.
vi.setConfig({ testTimeout: 120_000 })

type Paid = Awaited<ReturnType<ReturnType<typeof disputeSteps>['paidOrder']>> & { key: string }

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let admin: TestUser
let mia: TestUser
let interleave: ReturnType<typeof interleavings>
let meet: ReturnType<typeof meetingsOf<Paid>>
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
  const disputes = disputeSteps(shop)
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  mia = await shop.signIn()
  interleave = interleavings(shop)
  const prepare = async () => ({ ...(await disputes.paidOrder(mia)), key: randomUUID() })
  meet = meetingsOf(interleave, prepare, moneySteps)
})
afterAll(() => shop.close())

/** The locks, writes and calls that decide about money and units; the others only read. */
const moneySteps = /^(?!select (?!.*(?:for update|issue_)))(?!begin)|cards\.refund/

/** Six of the ten units, back to the stock: another six are too many. */
const part = ({ id, part: { id: product }, key }: Paid) =>
  shop.call(
    admin,
    manageOrders.refundPart,
    { params: { id }, body: { lines: [{ product, quantity: 6 }], restock: true } },
    { idempotencyKey: key },
  )
const otherPart = (paid: Paid) => part({ ...paid, key: randomUUID() })
const rest = ({ id }: Paid) =>
  shop.call(admin, manageOrders.refund, { params: { id }, body: { reason: 'Ordered twice' } })
const ship = ({ id }: Paid) => shop.call(admin, manageOrders.ship, { params: { id } })

/** A refund of half of the payment in the provider's dashboard, with its event. */
async function byHand({ intentId }: Paid) {
  await shop.stripe.refunds
    .create({ payment_intent: intentId, amount: 34_000 })
    .catch(() => undefined) // less is left
  return settle(shop.shop, intentId)
}

/** All connections to the database end, as if the node or the database had been killed. */
async function kill() {
  await steps
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    .catch(() => undefined)
}

/** The jobs finish what is open. */
async function drain({ intentId }: Paid) {
  await steps.query(
    `with parts as (update partial_refunds set next_attempt_at = now() where refund_id is null)
     update refunds set next_attempt_at = now() where refund_id is null`,
  )
  await processRefunds(shop.shop)
  await settle(shop.shop, intentId)
}

async function stateOf({ id, intentId, part: { id: product } }: Paid) {
  const [row] = await steps.query(
    `select status, (select sum(amount_cents)::int from credit_notes where order_id = $1) as credited
     from orders where id = $1`,
    [id],
  )
  return {
    status: row?.['status'],
    credited: row?.['credited'],
    atProvider: (await shop.parts.cards.findIntent(intentId))?.amountRefunded,
    units: await steps.unitsLeft(product),
  }
}

const parted = { status: 'paid', credited: 40_800, atProvider: 40_800, units: 6 }
const ended = { status: 'refunded', credited: 68_000, atProvider: 68_000, units: 10 }

/** @shows row-136, P2, asvs-2.3.4 */
test('two refunds of more than half of the units are one, wherever they meet', async () => {
  const count = await meet(part, otherPart, async (paid, { first, second }) => {
    expect(first.status + second.status).toBe(200 + 409)
    await drain(paid)
    expect(await stateOf(paid)).toEqual(parted)
  })
  expect(count).toBeGreaterThan(8)
  await expectInvariantsToHold(shop)
})

/** @shows row-136, P2 */
test('a partial refund and the refund of the rest return money and units once', async () => {
  await meet(part, rest, async (paid) => {
    await drain(paid)
    const state = await stateOf(paid)
    expect([parted, ended]).toContainEqual(state)
  })
  await expectInvariantsToHold(shop)
})

/** @shows row-136, P2 */
test('a refund of the shop and one in the provider’s dashboard are never more than the payment', async () => {
  await meet(byHand, part, async (paid) => {
    await drain(paid)
    const { credited, atProvider, units } = await stateOf(paid)
    expect(credited).toBe(atProvider)
    expect([
      [34_000, 0],
      [40_800, 6],
    ]).toContainEqual([atProvider, units])
  })
  await expectInvariantsToHold(shop)
})

/** @shows row-136, P2, P4 */
test('a refund whose connections end at any of its steps is made once, and its repetition is the same refund', async () => {
  const failed: number[] = []
  const count = await meet(
    async (paid) => (await part(paid).catch(() => ({ status: 503 }))).status,
    kill,
    async (paid, { first }) => {
      if (first !== 200) failed.push(first)
      await expect
        .poll(() =>
          part(paid).then(
            ({ status }) => status,
            () => 503,
          ),
        )
        .toBe(200)
      await drain(paid)
      expect(await stateOf(paid)).toEqual(parted)
    },
  )
  expect(count).toBeGreaterThan(8)
  expect(failed.length).toBeGreaterThan(2)
  await expectInvariantsToHold(shop)
})

/** @shows row-134, P2, P4 */
test('a settlement whose connections end at any of its steps leaves no gap in the numbers', async () => {
  const charge = meetingsOf(interleave, async () => {
    const ordered = await steps.order(mia)
    return { ...ordered, intentId: await steps.payAtProvider(mia, ordered) }
  })
  await charge(
    ({ intentId }) => settle(shop.shop, intentId).catch(() => 'ended'),
    kill,
    async ({ intentId }) => {
      await expect.poll(() => settle(shop.shop, intentId).catch(() => 'ended')).toBe('paid')
    },
  )
  await expectInvariantsToHold(shop)
})

test('units that return while the order is shipped are counted once', async () => {
  await meet(ship, part, async (paid) => {
    await drain(paid)
    const { units } = await stateOf(paid)
    expect(units).toBe(6)
  })
  await expectInvariantsToHold(shop)
})
