import { expect, test } from 'vitest'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { placeLines } from '../../testing/order-lines.ts'
import { openReservations } from '../../testing/reservations.ts'
import type { TestUser } from '../../testing/shop.ts'

const few = { ORDER_RESERVATIONS_MAX: '5', RESERVED_LINES_MAX: '12' }
const { shop, steps, place, placeSeveral, unconfirmed, paying, expire, letPass } =
  await openReservations(few)

const secondsReserved = async (user: TestUser) => {
  const { insertedId } = (await place(user, await shop.stock())).body
  const [row] = await steps.query(
    'select extract(epoch from held_until - created_at)::int as seconds from orders where id = $1',
    [insertedId],
  )
  return row!['seconds']
}

/** @shows P15, asvs-2.3.2 */
test('an account has a limited number of unpaid orders; deleting one makes room for another', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ quantity: 1_000 })
  await placeSeveral(mia, part, 4)
  const { insertedId: id } = (await place(mia, part, 300)).body
  const { status, body } = await place(mia, part)
  expect([status, body.code]).toEqual([409, 'too-many-unpaid'])
  expect(body.detail).toBe('You have 5 unpaid orders. Pay or delete one of them first')
  await shop.call(mia, ownOrders.remove, { params: { id } })
  expect((await place(mia, part)).status).toBe(200)
})

test.each([
  ['without a reservation', 'expired'],
  ['with a payment that was opened', 'opened'],
])('unpaid orders %s count for an hour', async (_, state) => {
  const mia = await shop.signIn()
  const part = await shop.stock({ quantity: 1_000 })
  const placed: string[] = []
  for (let count = 0; count < 5; count += 1) placed.push((await place(mia, part)).body.insertedId)
  for (const id of placed) await expire(id)
  if (state === 'opened') {
    for (const id of placed) await steps.open(mia, { id, total: part.price * 10 })
  }
  expect((await place(mia, part)).body.code).toBe('too-many-unpaid')
  for (const id of placed) await letPass(id, 61)
  expect((await place(mia, part)).status).toBe(200)
})

/** @shows row-128, P15, asvs-2.3.2 */
test('unpaid orders have a limited number of parts; the refusal names it', async () => {
  const mia = await shop.signIn()
  const parts = await Promise.all(Array.from({ length: 13 }, () => shop.stock()))
  const wanted = parts.map((part) => [part, 10] as const)
  const many = await placeLines(shop, mia, wanted)
  expect([many.status, many.body.code]).toEqual([409, 'too-many-products'])
  expect(many.body.detail).toBe(
    'You can have 12 parts in unpaid orders at a time. Pay or delete an unpaid order, or order fewer parts at a time',
  )
  expect((await placeLines(shop, mia, wanted.slice(0, 12))).status).toBe(200)
  const more = await place(mia, parts[12]!)
  expect([more.body.code, more.body.detail]).toEqual([
    'too-many-products',
    expect.stringContaining('and you have 12'),
  ])
})

/** @shows P15 */
test('reservations last ten minutes', async () => {
  expect(await secondsReserved(await unconfirmed())).toBe(10 * 60)
  expect(await secondsReserved(await shop.signIn())).toBe(10 * 60)
  expect(await secondsReserved(await paying())).toBe(10 * 60)
})
