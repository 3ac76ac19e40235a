import { describe, expect, test } from 'vitest'
import { ownOrders } from '#contract/own-orders.ts'
import { placeLines } from '../../testing/order-lines.ts'
import type { Wanted } from '../../testing/order-lines.ts'
import type { Part } from '../../testing/payments.ts'
import { openReservations } from '../../testing/reservations.ts'
import { openShop } from '../../testing/shop.ts'

const { shop, steps, place, paying } = await openReservations()

const partsOf = (count: number, quantity = 100) =>
  Promise.all(Array.from({ length: count }, () => shop.stock({ quantity })))

const each = (parts: readonly Part[], units: number): Wanted => parts.map((part) => [part, units])

const firstTen =
  'Until your first payment you can reserve all units of the first 10 parts and 50% of each further one:'

/** Reserves all units of ten parts; returns the order. */
async function holdTen() {
  const mia = await shop.signIn()
  const { status, body } = await placeLines(shop, mia, each(await partsOf(10), 100))
  expect(status).toBe(200)
  return { mia, id: body.insertedId }
}

describe('an account with a confirmed address that has never paid', () => {
  /** @shows P15, asvs-2.3.2 */
  test('reserves half of the eleventh part, whether in one order or in many', async () => {
    const { mia } = await holdTen()
    const [part, other, third] = await partsOf(3)
    const { status, body } = await place(mia, part!, 51)
    expect([status, body.code, body.available]).toEqual([409, 'too-many-units', 50])
    expect(body.detail).toBe(
      `${firstTen} 50 units of this part. Take fewer, or pay for an order first`,
    )
    expect((await place(mia, part!, 40)).status).toBe(200)
    const second = await place(mia, part!, 11)
    expect([second.body.code, second.body.available]).toEqual(['too-many-units', 10])
    expect(second.body.detail).toContain(
      '10 units of this part besides the 40 that you have reserved',
    )
    expect((await place(mia, part!, 10)).status).toBe(200)
    expect((await place(mia, part!, 10)).body.detail).toBe(
      `${firstTen} no more units of this part besides the 50 that you have reserved. Pay for an order first`,
    )
    const both: Wanted = [
      [other!, 10],
      [third!, 51],
    ]
    expect((await placeLines(shop, mia, both)).body.code).toBe('too-many-units')
    expect((await placeLines(shop, mia, each([other!, third!], 50))).status).toBe(200)
    expect(await steps.unitsLeft(part!.id)).toBe(50)
  })

  /** @shows row-128, P15 */
  test('reserves all units of ten lines of an order; the refusal names the other lines', async () => {
    const mia = await shop.signIn()
    const parts = await partsOf(18)
    const { status, body } = await placeLines(shop, mia, each(parts, 100))
    expect([status, body.code]).toEqual([409, 'too-many-units'])
    const named = parts.slice(10, 15).map(({ name }) => `50 units of ${name}`)
    expect(body.detail).toBe(
      `${firstTen} ${named.join(', ')}, and fewer of 3 more. Take fewer, or pay for an order first`,
    )
    expect(body.lines).toEqual(parts.slice(10).map(({ id }) => ({ product: id, available: 50 })))
    const fewer = [...each(parts.slice(0, 8), 50), ...each(parts.slice(8), 100)]
    expect((await placeLines(shop, mia, fewer)).status).toBe(200)
  })

  test('reserves the smallest order of a small stock besides ten parts', async () => {
    const { mia } = await holdTen()
    const rare = await shop.stock({ quantity: 15 })
    const engine = await shop.stock({ quantity: 1, minimumOrder: 1 })
    expect((await place(mia, rare, 11)).body.available).toBe(10)
    expect((await place(mia, rare, 10)).status).toBe(200)
    expect((await place(mia, engine, 1)).status).toBe(200)
  })

  /** @shows P15 */
  test('counts parts of which it has reserved little among the ten, but not those ordered again', async () => {
    const mia = await shop.signIn()
    const [few, many] = [await partsOf(6), await partsOf(5)]
    expect((await placeLines(shop, mia, each(few, 10))).status).toBe(200)
    expect((await placeLines(shop, mia, each(many, 100))).body.lines).toHaveLength(1)
    expect((await placeLines(shop, mia, each(many.slice(1), 100))).status).toBe(200)
    expect((await place(mia, few[0]!, 90)).status).toBe(200)
    expect((await place(mia, many[0]!, 51)).body.code).toBe('too-many-units')
  })

  test('reserves all units of ten other parts after deleting its order', async () => {
    const { mia, id } = await holdTen()
    const parts = await partsOf(10)
    expect((await placeLines(shop, mia, each(parts, 100))).body.lines).toHaveLength(10)
    await shop.call(mia, ownOrders.remove, { params: { id } })
    expect((await placeLines(shop, mia, each(parts, 100))).status).toBe(200)
  })

  /** @shows row-128 */
  test('places a first order of a workshop: 40 parts, of one 40 units of 126', async () => {
    const taillight = await shop.stock({ quantity: 126 })
    const stocks = Array.from({ length: 39 }, (_, at) => 12 + at * 20)
    const parts = await Promise.all(stocks.map((quantity) => shop.stock({ quantity })))
    const order: Wanted = [[taillight, 40], ...each(parts, 12)]
    expect((await placeLines(shop, await shop.signIn(), order)).status).toBe(200)
  })
})

test('after a payment an account reserves all units of any number of parts', async () => {
  const mia = await paying()
  const parts = await partsOf(12)
  expect((await placeLines(shop, mia, each(parts, 100))).status).toBe(200)
})

test('the number of parts and the share before the first payment are settings', async () => {
  const strict = await openShop({
    LIMITS: 'on',
    FIRST_FULL_STOCK_PRODUCTS_MAX: '2',
    FIRST_STOCK_PERCENT: '20',
  })
  const mia = await strict.signIn()
  const wanted = each([await strict.stock(), await strict.stock(), await strict.stock()], 100)
  const { body } = await placeLines(strict, mia, wanted)
  expect(body.lines).toEqual([{ product: wanted[2]![0].id, available: 20 }])
  expect(body.detail).toContain('all units of the first 2 parts and 20% of each further one')
  await strict.close()
})
