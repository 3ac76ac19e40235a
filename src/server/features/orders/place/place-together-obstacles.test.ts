import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { holdLock } from '../../../testing/held-lock.ts'
import type { Part } from '../../../testing/payments.ts'
import { openOrdersAtOnce, valuesOf } from '../../../testing/steps/orders-at-once.ts'
import type { Buyer } from '../../../testing/steps/orders-at-once.ts'
import { insertWithOthers } from './place-together.ts'

const { shop, steps, accounts, place, placeAtOnce, statementsOf } = await openOrdersAtOnce()

/** @shows P5 */
test('a known key places nothing again, and the other orders share a statement', async () => {
  const part = await shop.stock()
  const [mia, ...buyers] = await accounts(4)
  const first = valuesOf(mia!, part)
  await place(first)
  const others = placeAtOnce(buyers.slice(0, 1).map((buyer) => valuesOf(buyer, part)))
  const again = place(first)
  const more = placeAtOnce(buyers.slice(1).map((buyer) => valuesOf(buyer, part)))
  await expect(again).rejects.toMatchObject({ constraint: 'idempotency_keys_pkey' })
  expect(await statementsOf([...(await others), ...(await more)])).toBe(1)
  expect(await steps.unitsLeft(part.id)).toBe(60)
})

const byPart = (part: Part) => part.id
const byBuyer = (_: Part, buyer: Buyer) => buyer.id

/** @shows asvs-2.3.3 */
test.each([
  ['product', 'select from products where id = $1 for update', byPart, 90],
  [
    'account',
    `select pg_advisory_xact_lock(hashtextextended('reservations ' || $1, 0))`,
    byBuyer,
    90,
  ],
  [
    'key',
    `insert into idempotency_keys (user_id, key, request_hash) values ($1, 'in-use', 'hash')`,
    byBuyer,
    100,
  ],
] as const)('orders do not wait for one whose %s is locked', async (name, lock, idOf, left) => {
  const [part, locked] = [await shop.stock(), await shop.stock()]
  const [mia, ...buyers] = await accounts(5)
  const held = await holdLock(shop, lock, [idOf(locked, mia!)])
  const waiting = place(valuesOf(mia!, locked, { key: 'in-use' })).catch(() => undefined)
  const ordersOf = (some: readonly Buyer[]) => some.map((buyer) => valuesOf(buyer, part))
  const placing = placeAtOnce(ordersOf(buyers.slice(0, 2)))
  await held.areWaiting(1)
  await expect.poll(() => steps.unitsLeft(part.id)).toBe(80)
  const later = await placeAtOnce(ordersOf(buyers.slice(2)))
  expect(later.filter(Boolean)).toHaveLength(2)
  const beside = await placing
  // A key that is being stored cannot be left out: after a short wait each order is placed alone.
  expect(await statementsOf(beside)).toBe(name === 'key' ? 2 : 1)
  await held.release()
  await waiting
  expect(await steps.unitsLeft(locked.id)).toBe(left)
})

test('an order that the database refuses does not take the others with it', async () => {
  const part = await shop.stock()
  const [erased, ...buyers] = await accounts(4)
  await steps.query(
    'update users set deactivated_at = now(), erasure_requested_at = now() where id = $1',
    [erased!.id],
  )
  const refused = place(valuesOf(erased!, part))
  const placed = placeAtOnce(buyers.map((buyer) => valuesOf(buyer, part)))
  await expect(refused).rejects.toMatchObject({ code: 'AP401' })
  expect((await placed).filter(Boolean)).toHaveLength(3)
  expect(await steps.unitsLeft(part.id)).toBe(70)
})

test('after a lost connection no order is placed again', async () => {
  let statements = 0
  const pool = {
    query() {
      statements += 1
      return Promise.reject(new Error('Connection terminated'))
    },
  } as unknown as Pool
  const part = await shop.stock()
  const results = await Promise.allSettled(
    (await accounts(2)).map((buyer) => insertWithOthers(pool, valuesOf(buyer, part))),
  )
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(statements).toBe(1)
})
