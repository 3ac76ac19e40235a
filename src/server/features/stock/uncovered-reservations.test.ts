import { describe, expect, test } from 'vitest'
import { placeLines } from '../../testing/order-lines.ts'
import { expectInvariantsToHold } from '../../testing/payments.ts'
import { openReservations } from '../../testing/reservations.ts'
import { expireReservations } from '../payments/jobs.ts'

const { shop, steps, place, paying, unconfirmed, isReserved } = await openReservations()

/** Places an order; whether it is reserved. */
async function isReservedFor(user: Parameters<typeof place>[0], part: Part, quantity = 10) {
  const { status, body } = await place(user, part, quantity)
  expect(status).toBe(200)
  return isReserved(body.insertedId)
}

type Part = Awaited<ReturnType<typeof shop.stock>>

const uncoveredUnits = async ({ id }: Part) =>
  (await steps.query('select uncovered_units as units from products where id = $1', [id]))[0]![
    'units'
  ]

/** Lets so many hours pass for a product. */
const hoursLater = ({ id }: Part, hours: number) =>
  steps.query(
    'update products set beyond_half_at = beyond_half_at - make_interval(hours => $2) where id = $1',
    [id, hours],
  )

describe('accounts whose payments do not cover their orders', () => {
  /** @shows P15, row-157, asvs-2.3.2 */
  test('reserve half of a stock together; the next order is placed without a reservation', async () => {
    const part = await shop.stock({ quantity: 100 })
    expect(await isReservedFor(await unconfirmed(), part, 30)).toBe(true)
    expect(await isReservedFor(await shop.signIn(), part, 20)).toBe(true)
    const mia = await shop.signIn()
    const { body } = await place(mia, part, 10)
    expect(await steps.unitsLeft(part.id)).toBe(50)
    expect(await steps.read(mia, body.insertedId)).toMatchObject({
      status: 'unpaid',
      heldUntil: null,
    })
    expect(await uncoveredUnits(part)).toBe(50)
    // All lines of an order, or none.
    const other = await shop.stock()
    const { insertedId } = (
      await placeLines(shop, mia, [
        [part, 10],
        [other, 10],
      ])
    ).body
    expect(await isReserved(insertedId)).toBe(false)
    expect([await steps.unitsLeft(part.id), await steps.unitsLeft(other.id)]).toEqual([50, 100])
  })

  /** @shows P15, row-157 */
  test('make room for others when an order is paid or deleted, or its reservation ends', async () => {
    const part = await shop.stock({ quantity: 100 })
    const mia = await shop.signIn()
    const total = part.price * 10
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.push((await place(mia, part)).body.insertedId)
    expect(await isReservedFor(await shop.signIn(), part)).toBe(false)
    await steps.report(mia, ids[0]!, await steps.payAtProvider(mia, { id: ids[0]!, total, part }))
    // Half of what is left.
    expect([await uncoveredUnits(part), await steps.unitsLeft(part.id)]).toEqual([40, 50])
    await steps.remove(mia, ids[1]!)
    expect([await uncoveredUnits(part), await steps.unitsLeft(part.id)]).toEqual([30, 60])
    await steps.expire(ids[2]!)
    await expireReservations(shop.shop)
    expect([await uncoveredUnits(part), await steps.unitsLeft(part.id)]).toEqual([20, 70])
    expect(await isReservedFor(await shop.signIn(), part, 25)).toBe(true)
    expect(await isReservedFor(await shop.signIn(), part, 10)).toBe(false)
    await expectInvariantsToHold(shop)
  })

  /** @shows P15, row-157, row-117 */
  test('reserve the smallest order of a small stock, once a day together', async () => {
    const part = await shop.stock({ quantity: 15 })
    expect(await isReservedFor(await shop.signIn(), part, 11)).toBe(false)
    const eve = await shop.signIn()
    const { insertedId } = (await place(eve, part, 10)).body
    expect(await isReserved(insertedId)).toBe(true)
    await steps.remove(eve, insertedId)
    expect(await isReservedFor(await shop.signIn(), part)).toBe(false)
    await hoursLater(part, 23)
    expect(await isReservedFor(await shop.signIn(), part)).toBe(false)
    await hoursLater(part, 1)
    expect(await isReservedFor(await shop.signIn(), part)).toBe(true)
    const engine = await shop.stock({ quantity: 1, minimumOrder: 1 })
    expect(await isReservedFor(await shop.signIn(), engine, 1)).toBe(true)
    const pads = await shop.stock({ quantity: 12, minimumOrder: 6, packSize: 4 })
    expect(await isReservedFor(await shop.signIn(), pads, 8)).toBe(true)
  })

  /** @shows row-128, row-157 */
  test('reserve a first order of a workshop: 40 parts, of one 40 units of 126', async () => {
    const taillight = await shop.stock({ quantity: 126 })
    expect(await isReservedFor(await shop.signIn(), taillight, 20)).toBe(true)
    const stocks = Array.from({ length: 39 }, (_, at) => 24 + at * 20)
    const parts = await Promise.all(stocks.map((quantity) => shop.stock({ quantity })))
    const mia = await shop.signIn()
    const { body } = await placeLines(shop, mia, [
      [taillight, 40],
      ...parts.map((part) => [part, 12] as const),
    ])
    expect(await isReserved(body.insertedId)).toBe(true)
  })
})

describe('an account whose payments cover its orders', () => {
  /** @shows P15, row-157 */
  test('reserves all of a stock, and what goes beyond its payments like every account', async () => {
    // It has paid $68,000.
    const mia = await paying()
    const dear = await shop.stock({ quantity: 12, price: 5_000 })
    expect(await isReservedFor(mia, dear, 12)).toBe(true)
    expect(await uncoveredUnits(dear)).toBe(0)
    const part = await shop.stock({ quantity: 20, price: 600 })
    expect(await isReservedFor(mia, part, 13)).toBe(true)
    expect(await uncoveredUnits(part)).toBe(0)
    const other = await shop.stock({ quantity: 30, price: 600 })
    expect(await isReservedFor(mia, other, 12)).toBe(true)
    expect(await uncoveredUnits(other)).toBe(12)
  })

  /** @shows P15 */
  test.each([
    ['was refunded', `update orders set status = 'refunded' where id = $1`],
    ['is disputed', `update orders set dispute = 'open' where id = $1`],
    [
      'was refunded in parts',
      `insert into partial_refunds (order_id, refund_no, intent_id, amount_cents, is_restocked, actor, refund_id)
       select id, 1, transaction_id, 1, true, 'ada', id::text from orders where id = $1`,
    ],
  ])('is uncovered when its payment %s', async (_, change) => {
    const mia = await shop.signIn()
    const ordered = await steps.order(mia)
    await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
    const part = await shop.stock({ quantity: 10, price: 6_800 })
    const { insertedId } = (await place(mia, part, 10)).body
    expect(await uncoveredUnits(part)).toBe(0)
    await steps.remove(mia, insertedId)
    await steps.query(change, [ordered.id])
    const next = await shop.stock({ quantity: 100, price: 6_800 })
    await place(mia, next, 10)
    expect(await uncoveredUnits(next)).toBe(10)
  })

  test('is judged by its latest twenty payments', async () => {
    const mia = await shop.signIn()
    const first = await steps.order(mia, { price: 50_000 })
    // Paid as by the provider; the limits of calls allow fewer a minute.
    await steps.query(
      `with copied as (
         insert into orders (user_id, email, name, line_count, quantity, total_cents, status, transaction_id)
         select user_id, email, name, 1, 10, case n when 0 then 500000 else 10000 end, 'paid', 'pi_' || n || id
         from orders, generate_series(0, 20) as n where id = $1 order by n
         returning id, total_cents
       )
       insert into order_lines (order_id, line, product_id, name, img, unit_price_cents, quantity, minimum_order, pack_size)
       select copied.id, 1, product_id, name, img, copied.total_cents / 10, quantity, minimum_order, pack_size
       from copied, order_lines where order_id = $1`,
      [first.id],
    )
    await steps.remove(mia, first.id)
    const [part, other] = [
      await shop.stock({ quantity: 500, price: 1_000 }),
      await shop.stock({ price: 100 }),
    ]
    await place(mia, part, 200)
    await place(mia, other, 10)
    expect([await uncoveredUnits(part), await uncoveredUnits(other)]).toEqual([0, 10])
  })
})

/** @shows P15, row-157, asvs-2.3.3 */
test('orders of many accounts at once reserve no more than half of a stock', async () => {
  const part = await shop.stock({ quantity: 40 })
  const users = await Promise.all(Array.from({ length: 6 }, () => shop.signIn()))
  const placed = await Promise.all(users.map((user) => place(user, part)))
  const reserved = await Promise.all(placed.map(({ body }) => isReserved(body.insertedId)))
  expect(reserved.filter(Boolean)).toHaveLength(2)
  expect(await steps.unitsLeft(part.id)).toBe(20)
  expect(await uncoveredUnits(part)).toBe(20)
})
