import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { orderOfLines, placeLines } from '../../testing/order-lines.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { expectInvariantsToHold, openPayments } from '../../testing/payments.ts'
import type { Part } from '../../testing/payments.ts'
import { expireReservations } from '../payments/jobs.ts'

const { shop, steps } = await openPayments()

/** Three parts by their ids, the order in which all statements lock them. */
async function threeParts() {
  const parts = [await shop.stock(), await shop.stock(), await shop.stock()]
  return parts.toSorted((one, other) => one.id.localeCompare(other.id))
}

type Buyer = Awaited<ReturnType<typeof shop.signIn>>

const wantedOf = (parts: readonly Part[]) => parts.map((part) => [part, 10] as const)

async function place(buyer: Buyer, parts: readonly Part[]) {
  const { body } = await placeLines(shop, buyer, wantedOf(parts))
  return { id: body.insertedId, total: orderOfLines(wantedOf(parts)).price }
}

/** An order whose reservation has expired, and can be renewed. */
async function placeExpired(buyer: Buyer, parts: readonly Part[]) {
  const ordered = await place(buyer, parts)
  await steps.expire(ordered.id)
  await expireReservations(shop.shop)
  await steps.query(`update orders set released_at = now() - interval '1 hour' where id = $1`, [
    ordered.id,
  ])
  return ordered
}

type Prepared = () => Promise<{ status: number }>

/** Prepares an operation on an order of these lines. */
const operations = {
  placing: async (buyer: Buyer, parts: readonly Part[]): Promise<Prepared> => {
    return () => placeLines(shop, buyer, wantedOf(parts))
  },
  deleting: async (buyer: Buyer, parts: readonly Part[]): Promise<Prepared> => {
    const { id } = await place(buyer, parts)
    return () => steps.remove(buyer, id)
  },
  renewing: async (buyer: Buyer, parts: readonly Part[]): Promise<Prepared> => {
    const ordered = await placeExpired(buyer, parts)
    return () => steps.open(buyer, ordered)
  },
}

/** @shows P1 */
test('an order that waits for units that return gets them', async () => {
  const buyer = await shop.signIn()
  const parts = await threeParts()
  const id = parts[1]!.id
  await steps.query(
    `with moved as (insert into stock_movements (product_id, delta, reason) values ($1, -100, 'corrected'))
     update products set quantity = 0 where id = $1`,
    [id],
  )
  const held = await holdLock(
    shop,
    `with moved as (insert into stock_movements (product_id, delta, reason) values ($1, 10, 'corrected'))
     update products set quantity = 10 where id = $1`,
    [id],
  )
  const placing = placeLines(shop, buyer, wantedOf(parts))
  await held.areWaiting(1)
  await held.release()
  expect((await placing).status).toBe(200)
  expect(await steps.unitsLeft(id)).toBe(0)
  await expectInvariantsToHold(shop)
})

test('no trigger before the row of a product makes an update lock the row twice', async () => {
  // The bits of `tgtype`: 1 for each row, 2 before, 16 on update.
  const found = `select tgname from pg_trigger where tgrelid = 'products'::regclass and tgtype & 19 = 19`
  expect(await steps.query(found, [])).toEqual([])
})

// While the middle part is locked, each operation has locked those that it takes first. In any other order than that of
// the ids the two would wait for each other afterwards.
/** @shows row-128, asvs-2.3.3 */
test.each([
  ['placing', 'placing'],
  ['placing', 'deleting'],
  ['placing', 'renewing'],
  ['deleting', 'deleting'],
  ['deleting', 'renewing'],
  ['renewing', 'renewing'],
] as const)(
  'orders of the same parts in opposite order do not deadlock: %s, %s',
  async (...names) => {
    const parts = await threeParts()
    const orders = [parts, parts.toReversed()]
    const prepared = await Promise.all(
      names.map(async (name, index) =>
        operations[name](await shop.signIn(), orders[index] ?? parts),
      ),
    )
    const middle = 'select from products where id = $1 for update'
    const held = await holdLock(shop, middle, [parts[1]!.id])
    const running = prepared.map((run) => run())
    await held.areWaiting(2)
    await held.release()
    const answers = await Promise.all(running)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await expectInvariantsToHold(shop)
  },
)

/** @shows row-65, P1, asvs-2.3.4 */
test('simultaneous orders of the same parts in any order neither deadlock nor sell a unit twice', async () => {
  const list = await Promise.all(Array.from({ length: 12 }, () => shop.stock({ quantity: 200 })))
  const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.signIn()))
  const rotated = (by: number) => [...list.slice(by), ...list.slice(0, by)]
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, n) => {
      const order = n % 2 === 0 ? rotated(n % 12) : rotated(n % 12).toReversed()
      return placeLines(shop, buyers[n % 8]!, wantedOf(order), { idempotencyKey: randomUUID() })
    }),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 409)).toHaveLength(12)
  expect(await Promise.all(list.map(({ id }) => steps.unitsLeft(id)))).toEqual(list.map(() => 0))
  await expectInvariantsToHold(shop)
})
