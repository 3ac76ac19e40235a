import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickOrder } from '#contract/quick-order.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { quantityMin } from '#contract/shared/quantity.ts'
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
  shop = await openShop({ LIMITS: 'on', FIRST_FULL_STOCK_PRODUCTS_MAX: '2' })
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

/** Units that the account has reserved, by product. */
async function reservedBy({ uid }: TestUser): Promise<Map<string, number>> {
  const rows = await steps.query(
    `select product_id as id, sum(line.quantity)::int as units
     from orders join order_lines as line on order_id = orders.id
     where user_id = (select id from users where uid = $1) and held_until is not null group by 1`,
    [uid],
  )
  return new Map(rows.map(({ id, units }) => [id as string, units as number]))
}

const accepted = (answers: readonly { status: number }[]) =>
  answers.filter(({ status }) => status === 200).length

/** @shows P15, asvs-2.3.3 */
test('59 orders at once on two nodes: exactly ten are accepted before the first payment', async () => {
  const mia = await shop.signIn()
  const [part] = await stocks([1_000])
  const answers = await placeAtOnce(mia, several(59, part!))
  expect(accepted(answers)).toBe(10)
  expect(await steps.unitsLeft(part!.id)).toBe(900)
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(
    new Set([undefined, 'too-many-unpaid']),
  )
})

/** @shows P15 */
test('59 orders at once on two nodes: exactly fifty are accepted after a payment', async () => {
  const mia = await shop.signIn()
  const ordered = await steps.order(mia)
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  const [part] = await stocks([1_000])
  expect(accepted(await placeAtOnce(mia, several(59, part!)))).toBe(50)
})

/** @shows P15 */
test('orders of twelve products at once on two nodes: exactly three are reserved', async () => {
  const eve = await shop.signIn({ isVerified: false })
  const parts = await stocks(Array(12).fill(100))
  const answers = await placeAtOnce(
    eve,
    parts.map((part) => ({ part, quantity: 10 })),
  )
  expect(accepted(answers)).toBe(3)
})

/** @shows P15 */
test('orders of one product at once on two nodes: exactly half of its stock is reserved', async () => {
  const eve = await shop.signIn({ isVerified: false })
  const [part] = await stocks([126])
  expect(accepted(await placeAtOnce(eve, several(9, part!, 12)))).toBe(5)
  expect(await steps.unitsLeft(part!.id)).toBe(66)
})

test('simultaneous renewals of expired reservations keep the limit', async () => {
  const mia = await shop.signIn()
  const expired = []
  for (let count = 0; count < 10; count += 1) expired.push(await steps.order(mia))
  for (const { id } of expired) await steps.expire(id)
  await expireReservations(shop.shop)
  await steps.query(`update orders set released_at = released_at - interval '1 hour'`)
  const [part] = await stocks([1_000])
  await placeAtOnce(mia, several(6, part!))
  const opened = await Promise.all(expired.map((ordered) => steps.open(mia, ordered)))
  expect(accepted(opened)).toBe(4)
})

/** @shows P15 */
test('orders of all units of eight products at once on two nodes: exactly two are accepted', async () => {
  const mia = await shop.signIn()
  const parts = await stocks(Array(8).fill(100))
  const all = parts.map((part) => ({ part, quantity: 100 }))
  const answers = await placeAtOnce(mia, all)
  expect(accepted(answers)).toBe(2)
  expect(new Set(answers.map(({ body }) => body.available))).toEqual(new Set([undefined, 50]))
})

const levels = [
  ['an unconfirmed account', { isVerified: false, products: 3, fullProducts: 0 }],
  ['an account that has never paid', { isVerified: true, products: 5, fullProducts: 2 }],
] as const

/** @shows P15, asvs-2.3.2, asvs-2.3.3 */
test.each(levels)(
  '%s stays within its limits when orders and deletions meet',
  async (_, { isVerified, products, fullProducts }) => {
    const line = fc.record({ of: fc.nat(4), quantity: fc.integer({ min: 10, max: 60 }) })
    const order = fc.uniqueArray(line, { minLength: 1, maxLength: 3, selector: ({ of }) => of })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 10, max: 90 }), { minLength: 5, maxLength: 5 }),
        fc.array(order, { minLength: 6, maxLength: 16 }),
        fc.array(order, { maxLength: 10 }),
        async (quantities, first, later) => {
          const eve = await shop.signIn({ isVerified })
          const parts = await stocks(quantities)
          const wanted = (attempts: typeof first) =>
            attempts.map((lines) =>
              lines.map(({ of, quantity }) => [parts[of]!, quantity] as const),
            )
          const answers = await placeLinesAtOnce(eve, wanted(first))
          const ids = answers.flatMap(({ status, body }) =>
            status === 200 ? [body.insertedId] : [],
          )
          // Deleting releases units while other orders are counted.
          await Promise.all([
            ...ids.slice(1).map((id) => shop.call(eve, ownOrders.remove, { params: { id } })),
            placeLinesAtOnce(eve, wanted(later)),
          ])
          const reserved = await reservedBy(eve)
          expect(reserved.size).toBeLessThanOrEqual(products)
          const beyondShare = parts.filter(({ id }, index) => {
            const share = Math.max(Math.floor(quantities[index]! / 2), quantityMin)
            return (reserved.get(id) ?? 0) > share
          })
          expect(beyondShare.length).toBeLessThanOrEqual(fullProducts)
          for (const [index, part] of parts.entries()) {
            const units = reserved.get(part.id) ?? 0
            expect(await steps.unitsLeft(part.id)).toBe(quantities[index]! - units)
          }
        },
      ),
      { numRuns: 12, endOnFailure: true },
    )
    await expectInvariantsToHold(shop)
  },
)
