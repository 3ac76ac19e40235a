import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickOrder } from '#contract/quick-order.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { createApp } from '../../app.ts'
import { orderOfLines } from '../../testing/order-lines.ts'
import type { Wanted } from '../../testing/order-lines.ts'
import { expectInvariantsToHold, paymentSteps } from '../../testing/payments.ts'
import type { Part } from '../../testing/payments.ts'
import { callApi, openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { expireReservations } from '../payments/jobs.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let apps: TestShop['app'][]
beforeAll(async () => {
  shop = await openShop({ LIMITS: 'on' })
  steps = paymentSteps(shop)
  const other = await createApp(shop.parts)
  apps = [shop.app, other.app]
})
afterAll(async () => {
  await apps[1]!.close()
  await shop.close()
})

type Attempt = { part: Part; quantity: number }

const several = (count: number, part: Part, quantity = 10): Attempt[] =>
  Array.from({ length: count }, () => ({ part, quantity }))

/** Places all orders at once, on two nodes in turn. */
const placeLinesAtOnce = (user: TestUser, attempts: readonly Wanted[]) =>
  Promise.all(
    attempts.map((wanted, index) =>
      callApi(
        apps[index % apps.length]!,
        quickOrder.place,
        { body: orderOfLines(wanted) },
        { token: user.token, idempotencyKey: randomUUID() },
      ),
    ),
  )

const placeAtOnce = (user: TestUser, attempts: readonly Attempt[]) =>
  placeLinesAtOnce(
    user,
    attempts.map(({ part, quantity }) => [[part, quantity]]),
  )

const stocks = (quantities: readonly number[]) =>
  Promise.all(quantities.map((quantity) => shop.stock({ quantity })))

const accepted = (answers: readonly { status: number }[]) =>
  answers.filter(({ status }) => status === 200).length

/** The units that uncovered orders have reserved of a part, by its orders. */
async function reservedOf({ id }: Part): Promise<number> {
  const [row] = await steps.query(
    `select coalesce(sum(line.quantity), 0)::int as units
     from orders join order_lines as line on order_id = orders.id
     where product_id = $1 and held_until is not null and is_uncovered`,
    [id],
  )
  return row!['units'] as number
}

/** @shows P15, asvs-2.3.3 */
test('59 orders of an account at once on two nodes: exactly fifty are accepted, and half of the stock is reserved', async () => {
  const mia = await shop.signIn()
  const [part] = await stocks([600])
  const answers = await placeAtOnce(mia, several(59, part!))
  expect(accepted(answers)).toBe(50)
  expect(await steps.unitsLeft(part!.id)).toBe(300)
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(
    new Set([undefined, 'too-many-unpaid']),
  )
})

/** @shows P15, row-157, asvs-2.3.3 */
test('orders at once are covered by the payments of their account together', async () => {
  const mia = await shop.signIn()
  const ordered = await steps.order(mia, { price: 3_000 })
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  const part = await shop.stock({ quantity: 1_000, price: 1_000 })
  await placeAtOnce(mia, several(9, part))
  expect(await reservedOf(part)).toBe(60)
  expect(await steps.unitsLeft(part.id)).toBe(910)
})

/** @shows P15, row-157 */
test('orders without a reservation whose payments are opened at once reserve no more than the bound', async () => {
  const [part] = await stocks([60])
  const users = await Promise.all(Array.from({ length: 6 }, () => shop.signIn()))
  const placed = await Promise.all(
    users.map(async (user) => {
      const [answer] = await placeAtOnce(user, several(1, part!))
      return { user, id: answer!.body.insertedId, total: part!.price * 10 }
    }),
  )
  const ids = placed.map(({ id }) => id)
  const reserved = await steps.query(
    'select id from orders where held_until is not null and id = any ($1)',
    [ids],
  )
  expect(reserved).toHaveLength(3)
  for (const { id } of reserved) await steps.expire(String(id))
  await expireReservations(shop.shop)
  await steps.query(`update orders set held_since = held_since - interval '1 day'`)
  const opened = await Promise.all(placed.map(({ user, ...ordered }) => steps.open(user, ordered)))
  expect(accepted(opened)).toBe(6)
  expect(await reservedOf(part!)).toBe(30)
  expect(await steps.unitsLeft(part!.id)).toBe(30)
})

/** @shows P15, row-157, asvs-2.3.2, asvs-2.3.3 */
test('accounts stay within the bound together when orders and deletions meet', async () => {
  const line = fc.record({ of: fc.nat(4), quantity: fc.integer({ min: 10, max: 60 }) })
  const order = fc.uniqueArray(line, { minLength: 1, maxLength: 3, selector: ({ of }) => of })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 20, max: 90 }), { minLength: 5, maxLength: 5 }),
      fc.array(order, { minLength: 6, maxLength: 16 }),
      fc.array(order, { maxLength: 10 }),
      async (quantities, first, later) => {
        const users = [await shop.signIn(), await shop.signIn({ isVerified: false })]
        const parts = await stocks(quantities)
        const wanted = (attempts: typeof first) =>
          attempts.map((lines) => lines.map(({ of, quantity }) => [parts[of]!, quantity] as const))
        const placed = await Promise.all(
          users.map(async (user) => ({
            user,
            answers: await placeLinesAtOnce(user, wanted(first)),
          })),
        )
        // Deleting releases units while other orders are counted.
        await Promise.all(
          placed.flatMap(({ user, answers }) => [
            ...answers
              .flatMap(({ status, body }) => (status === 200 ? [body.insertedId] : []))
              .slice(1)
              .map((id) => shop.call(user, ownOrders.remove, { params: { id } })),
            placeLinesAtOnce(user, wanted(later)),
          ]),
        )
        for (const [index, part] of parts.entries()) {
          const reserved = await reservedOf(part)
          expect(reserved).toBeLessThanOrEqual(Math.max(10, Math.floor(quantities[index]! / 2)))
          expect(await steps.unitsLeft(part.id)).toBe(quantities[index]! - reserved)
        }
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
  await expectInvariantsToHold(shop)
})
