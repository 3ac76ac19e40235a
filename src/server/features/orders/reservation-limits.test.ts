import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { placeLines } from '../../testing/order-lines.ts'
import { orderOf, paymentSteps } from '../../testing/payments.ts'
import { openReservations } from '../../testing/reservations.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestUser } from '../../testing/shop.ts'

const { shop, steps, place, placeSeveral, unconfirmed, paying } = await openReservations()

const secondsReserved = async (user: TestUser) => {
  const part = await shop.stock()
  const { insertedId } = (await place(user, part)).body
  const [row] = await steps.query(
    'select extract(epoch from held_until - created_at)::int as seconds from orders where id = $1',
    [insertedId],
  )
  return row!['seconds']
}

describe('an account that neither confirmed its address nor paid', () => {
  /** @shows P15, asvs-2.3.2 */
  test('reserves three products at a time; the refusal names the ways out', async () => {
    const eve = await unconfirmed()
    const parts = [await shop.stock(), await shop.stock(), await shop.stock()]
    for (const part of parts) expect((await place(eve, part)).status).toBe(200)
    const { status, body } = await place(eve, await shop.stock())
    expect([status, body.code]).toEqual([409, 'too-many-products'])
    expect(body.detail).toBe(
      'Until you confirm your email address you can reserve 3 products at a time. Confirm the address, or pay or delete one of your unpaid orders',
    )
    expect((await place(eve, parts[0]!)).status).toBe(200)
  })

  /** @shows P15, asvs-2.3.2 */
  test('reserves half of a stock, whether in one order or in many', async () => {
    const part = await shop.stock({ quantity: 126 })
    const { status, body } = await place(await unconfirmed(), part, 64)
    expect([status, body.code, body.available]).toEqual([409, 'too-many-units', 63])
    expect(body.detail).toBe(
      'Until you confirm your email address you can reserve 63 units of this part. Take fewer, or confirm the address',
    )
    const eve = await unconfirmed()
    expect((await place(eve, part, 40)).status).toBe(200)
    const second = await place(eve, part, 24)
    expect([second.body.code, second.body.available]).toEqual(['too-many-units', 23])
    expect(second.body.detail).toContain('23 units of this part besides the 40')
    expect((await place(eve, part, 23)).status).toBe(200)
    const third = await place(eve, part)
    expect([third.body.code, third.body.available]).toEqual(['too-many-units', 0])
    expect(third.body.detail).toContain('Pay for those')
    expect(await steps.unitsLeft(part.id)).toBe(63)
  })

  test('reserves the smallest order of a small stock, once', async () => {
    const part = await shop.stock({ quantity: 25 })
    const rare = await shop.stock({ quantity: 15 })
    const eve = await unconfirmed()
    expect((await place(eve, part, 12)).status).toBe(200)
    expect((await place(eve, rare, 11)).body.available).toBe(10)
    expect((await place(eve, rare, 10)).status).toBe(200)
    const few = await shop.stock({ quantity: 20 })
    expect((await place(eve, few)).status).toBe(200)
    expect((await place(eve, few)).body.code).toBe('too-many-units')
  })

  /** @shows row-117 */
  test('reserves the smallest order of each product, in whole packs', async () => {
    const eve = await unconfirmed()
    const engine = await shop.stock({ quantity: 1, minimumOrder: 1 })
    expect((await place(eve, engine, 1)).status).toBe(200)
    const pads = await shop.stock({ quantity: 30, minimumOrder: 2, packSize: 4 })
    expect((await place(eve, pads, 16)).body.available).toBe(12)
    expect((await place(eve, pads, 12)).status).toBe(200)
    expect((await place(eve, pads, 4)).body).toMatchObject({
      code: 'too-many-units',
      available: 0,
    })
  })

  test('gets the shortage as the reason when the stock is too small', async () => {
    const part = await shop.stock({ quantity: 30 })
    const { body } = await place(await unconfirmed(), part, 31)
    expect([body.code, body.available]).toEqual(['insufficient-stock', 30])
  })

  test('has ten unpaid orders at most, like a confirmed one', async () => {
    const eve = await unconfirmed()
    const part = await shop.stock({ quantity: 1_000 })
    await placeSeveral(eve, part, 10)
    expect((await place(eve, part)).body.code).toBe('too-many-unpaid')
  })
})

/** @shows P15 */
test('an account that has never paid has ten unpaid orders; deleting one makes room for another', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ quantity: 1_000 })
  await placeSeveral(mia, part, 9)
  const { insertedId: id } = (await place(mia, part, 900)).body
  const { status, body } = await place(mia, part)
  expect([status, body.code]).toEqual([409, 'too-many-unpaid'])
  expect(body.detail).toBe(
    'Until your first payment you can have 10 unpaid orders at a time. Pay or delete one of them first',
  )
  await shop.call(mia, ownOrders.remove, { params: { id } })
  expect((await place(mia, part)).status).toBe(200)
})

test.each([true, false])(
  'after the first payment, with a confirmed address: %s, an account has fifty unpaid orders',
  async (isVerified) => {
    const mia = await paying(isVerified)
    const part = await shop.stock({ quantity: 510 })
    await placeSeveral(mia, part, 50)
    const { status, body } = await place(mia, part)
    expect([status, body.code]).toEqual([409, 'too-many-unpaid'])
    expect(body.detail).toBe('You have 50 unpaid orders. Pay or delete one of them first')
  },
)

/** @shows row-128, P15, asvs-2.3.2 */
test('reservations have sixty parts until the first payment; the refusal names the number', async () => {
  const mia = await shop.signIn()
  const parts = await Promise.all(Array.from({ length: 61 }, () => shop.stock()))
  const wanted = parts.map((part) => [part, 10] as const)
  const many = await placeLines(shop, mia, wanted)
  expect([many.status, many.body.code]).toEqual([409, 'too-many-products'])
  expect(many.body.detail).toBe(
    'Until your first payment you can have reserved 60 parts at a time. Pay or delete an unpaid order, or order fewer parts at a time',
  )
  expect((await placeLines(shop, mia, wanted.slice(0, 60))).status).toBe(200)
  const more = await place(mia, parts[60]!)
  expect([more.body.code, more.body.detail]).toEqual([
    'too-many-products',
    expect.stringContaining('and you have reserved 60'),
  ])
  expect((await placeLines(shop, await paying(), wanted)).status).toBe(200)
})

/** @shows P15, asvs-2.3.2 */
test('the limits of an unconfirmed account apply to each part of an order', async () => {
  const parts = [await shop.stock(), await shop.stock(), await shop.stock(), await shop.stock()]
  const eve = await unconfirmed()
  const all = await placeLines(
    shop,
    eve,
    parts.map((part) => [part, 10]),
  )
  expect([all.status, all.body.code]).toEqual([409, 'too-many-products'])
  const half = await placeLines(shop, eve, [
    [parts[0]!, 10],
    [parts[1]!, 51],
  ])
  expect([half.status, half.body.code, half.body.available]).toEqual([409, 'too-many-units', 50])
  const [one, two] = parts
  expect(
    (
      await placeLines(shop, eve, [
        [one!, 50],
        [two!, 50],
      ])
    ).status,
  ).toBe(200)
  expect((await place(eve, one!)).body.code).toBe('too-many-units')
})

test('a payment that was refunded does not raise the limits', async () => {
  const eve = await paying(false)
  await steps.query(
    `update orders set status = 'refunded'
     where status = 'paid' and user_id = (select id from users where uid = $1)`,
    [eve.uid],
  )
  const part = await shop.stock({ quantity: 100 })
  expect((await place(eve, part, 51)).body.code).toBe('too-many-units')
})

/** @shows P15 */
test('reservations last 15 minutes, 30 with a confirmed address and 60 after a payment', async () => {
  expect(await secondsReserved(await unconfirmed())).toBe(15 * 60)
  expect(await secondsReserved(await shop.signIn())).toBe(30 * 60)
  expect(await secondsReserved(await paying(false))).toBe(60 * 60)
})

test('every limit is a setting', async () => {
  const strict = await openShop({
    LIMITS: 'on',
    UNCONFIRMED_PRODUCTS_MAX: '1',
    UNCONFIRMED_STOCK_PERCENT: '20',
    UNCONFIRMED_RESERVATION_MINUTES: '5',
    FIRST_RESERVATIONS_MAX: '2',
    RESERVATION_PAUSE_MINUTES: '0',
  })
  const eve = await strict.signIn({ isVerified: false })
  const part = await strict.stock()
  const order = (units: number, of = part) =>
    strict.call(eve, orders.place, { body: orderOf(of, units) }, { idempotencyKey: randomUUID() })
  expect((await order(21)).body.available).toBe(20)
  const { insertedId: id } = (await order(10)).body
  expect((await order(10, await strict.stock())).body.code).toBe('too-many-products')
  const strictSteps = paymentSteps(strict)
  const [row] = await strictSteps.query(
    'select extract(epoch from held_until - created_at)::int as seconds from orders',
  )
  expect(row!['seconds']).toBe(5 * 60)
  await strictSteps.expire(id)
  expect((await strictSteps.open(eve, { id, total: part.price * 10 })).status).toBe(200)
  expect((await order(10)).status).toBe(200)
  expect((await order(10)).body.code).toBe('too-many-unpaid')
  await strict.close()
})
