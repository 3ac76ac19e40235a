import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../db/index.ts'
import type { Database } from '../../../db/index.ts'
import { limited, openOrdersAtOnce, valuesOf } from '../../../testing/steps/orders-at-once.ts'
import type { Wanted } from '../../../testing/steps/orders-at-once.ts'
import { insertOneLine } from './insert-order.ts'
import type { OneLineValues } from './order-values.ts'
import { insertWithOthers } from './place-together.ts'

const { shop, steps, accounts, placeAtOnce, statementsOf } = await openOrdersAtOnce()
let secondNode: Database
beforeAll(() => {
  secondNode = openDatabase(shop.database.pool.options.connectionString!)
})
afterAll(() => secondNode.close())

/** The rows of these orders, without their ids and times. */
async function rowsOf(ids: readonly (string | undefined)[]) {
  const rows = []
  for (const id of ids) {
    const found = await steps.query(
      `select to_jsonb(orders) - 'id' as header, to_jsonb(lines) - 'order_id' as line,
         to_jsonb(keys) - 'key' as key, held_until - held_since as reserved,
         answer ->> 'insertedId' = orders.id::text as "hasAnswer"
       from orders join order_lines as lines on lines.order_id = orders.id
         join idempotency_keys as keys on answer ->> 'insertedId' = orders.id::text
       where orders.id = $1`,
      [id],
    )
    rows.push(...found)
  }
  return JSON.parse(
    JSON.stringify(rows, (name, value: unknown) =>
      /^(?:created_at|held_since|held_until|next_lapse_at|answer)$/.test(name) ? undefined : value,
    ),
  ) as unknown[]
}

/** @shows row-35, P1 */
test('orders at once are placed by one statement, each as it would be alone', async () => {
  const buyers = await accounts(3)
  await steps.query(
    `insert into profiles (user_id, address, phone, fb_link, img) values ($1, 'Quay 1', '1', '', '')`,
    [buyers[1]!.id],
  )
  const [brake, cheap] = [await shop.stock(), await shop.stock({ price: 400, packSize: 5 })]
  const car = { vehicle: '2014 Volkswagen Golf', verdict: 'does-not-fit' }
  const orderedAs = '1K0 698 151'
  const wanted = (): OneLineValues[] => [
    valuesOf(buyers[0]!, brake, { reference: 'PO 7', orderedAs, ...car }),
    valuesOf(buyers[1]!, cheap, { quantity: 15, shippingCents: 490, totalCents: 6490 }),
    valuesOf(buyers[2]!, brake, { quantity: 11, limits: limited({ seconds: 600 }) }),
  ]
  const together = await placeAtOnce(wanted())
  expect(await statementsOf(together)).toBe(1)
  const alone = []
  for (const values of wanted()) {
    alone.push((await insertOneLine(shop.database.pool, values))[0]?.insertedId)
  }
  const rows = await rowsOf(together)
  expect(rows).toEqual(await rowsOf(alone))
  expect(rows[0]).toMatchObject({ line: { ...car, ordered_as: orderedAs } })
  expect(rows[1]).toMatchObject({ line: { vehicle: null, verdict: null, ordered_as: null } })
  expect(await steps.unitsLeft(brake.id)).toBe(100 - 2 * 21)
  expect(await steps.unitsLeft(cheap.id)).toBe(100 - 2 * 15)
})

/** @shows row-65, P1 */
test('orders of one product at once share a statement while the stock covers them', async () => {
  const part = await shop.stock({ quantity: 65 })
  const placed = await placeAtOnce((await accounts(9)).map((buyer) => valuesOf(buyer, part)))
  expect(placed.filter(Boolean)).toHaveLength(6)
  expect(await statementsOf(placed)).toBe(1)
  expect(await steps.unitsLeft(part.id)).toBe(5)
})

/** @shows P15, asvs-2.3.3 */
test('orders of one account at once stay within its limits', async () => {
  const [mia, noah] = await accounts(2)
  const part = await shop.stock()
  const limits = limited({ orders: 2 })
  const placed = await placeAtOnce([
    ...Array.from({ length: 5 }, () => valuesOf(mia!, part, { limits })),
    valuesOf(noah!, part, { limits }),
  ])
  expect(placed.slice(0, 5).filter(Boolean)).toHaveLength(2)
  expect(placed[5]).toBeDefined()
  expect(await statementsOf([placed[0], placed[5]])).toBe(1)
})

/** @shows P1, P15, row-117, asvs-2.2.3 */
test.each<[string, Wanted]>([
  ['more units than are in stock', { quantity: 101 }],
  ['fewer units than the minimum', { quantity: 9 }],
  ['another total', { totalCents: 1 }],
  ['a total without shipping', { quantity: 10, totalCents: 4_000, shippingCents: 490 }],
  ['an account at its limit', { limits: limited({ orders: 0 }) }],
])('an order is refused among others: %s', async (_, wanted) => {
  const part = await shop.stock({ price: 400 })
  const [eve, ...buyers] = await accounts(4)
  const [first, ...rest] = buyers.map((buyer) => valuesOf(buyer, part))
  const placed = await placeAtOnce([first!, valuesOf(eve!, part, wanted), ...rest])
  expect(placed.map((id) => id !== undefined)).toEqual([true, false, true, true])
  expect(await statementsOf(placed)).toBe(1)
  expect(await steps.unitsLeft(part.id)).toBe(70)
})

/** @shows P15, row-157, asvs-2.3.3 */
test('orders of many accounts at once that no payment covers reserve half of a stock in one statement', async () => {
  const part = await shop.stock({ quantity: 60 })
  const small = await shop.stock({ quantity: 12 })
  const uncovered = { limits: limited({ isCovered: false, onceInSeconds: 86_400 }) }
  const buyers = await accounts(8)
  const placed = await placeAtOnce([
    // Covered: it leaves 50.
    valuesOf(buyers[0]!, part),
    ...buyers.slice(1, 7).map((buyer) => valuesOf(buyer, part, uncovered)),
    valuesOf(buyers[7]!, small, uncovered),
  ])
  const rows = await steps.query(
    `select array_position($1::uuid[], id) as place, held_until is not null as reserved, is_uncovered as uncovered
     from orders where id = any ($1) order by 1`,
    [placed],
  )
  expect(rows.filter(({ reserved }) => reserved).map(({ place }) => place)).toEqual([1, 2, 3, 8])
  expect(rows.filter(({ uncovered: is }) => is).map(({ place }) => place)).toEqual([2, 3, 8])
  expect(rows).toHaveLength(8)
  expect(await statementsOf([placed[0], placed[1], placed[2], placed[7]])).toBe(1)
  expect([await steps.unitsLeft(part.id), await steps.unitsLeft(small.id)]).toEqual([30, 2])
  const counted = await steps.query(
    'select uncovered_units, beyond_half_at is not null as beyond from products where id = any ($1) order by 1 desc',
    [[part.id, small.id]],
  )
  expect(counted).toEqual([
    { uncovered_units: 20, beyond: false },
    { uncovered_units: 10, beyond: true },
  ])
})

test('an archived product is not sold among others', async () => {
  const [archived, part] = [await shop.stock(), await shop.stock()]
  await steps.query('update products set archived_at = now() where id = $1', [archived.id])
  const [mia, noah, eve] = await accounts(3)
  const placed = await placeAtOnce([
    valuesOf(mia!, part),
    valuesOf(noah!, archived),
    valuesOf(eve!, part),
  ])
  expect(placed.map((id) => id !== undefined)).toEqual([true, false, true])
})

/** @shows row-65, P1, asvs-2.3.4 */
test('150 orders of 10 at once on two nodes, for a stock of 500: exactly 50 are accepted', async () => {
  const part = await shop.stock({ quantity: 500 })
  const pools = [shop.database.pool, secondNode.pool]
  const placed = await Promise.all(
    (await accounts(150)).map((buyer, index) =>
      insertWithOthers(pools[index % 2]!, valuesOf(buyer, part)),
    ),
  )
  const ids = placed.map(([order]) => order?.insertedId)
  expect(ids.filter(Boolean)).toHaveLength(50)
  expect(await statementsOf(ids)).toBeLessThan(25)
  expect(await steps.unitsLeft(part.id)).toBe(0)
})
