import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { OneOrder } from '#contract/orders/orders.ts'
import { orderLinesMax } from '#contract/shared/limits.ts'
import { messages } from '#contract/orders/quantity-rules.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { orderOfLines, placeLines } from '../../testing/order-lines.ts'
import type { Wanted } from '../../testing/order-lines.ts'
import { expectInvariantsToHold, openPayments } from '../../testing/payments.ts'
import { expireReservations } from '../payments/jobs.ts'

const { shop, steps } = await openPayments()

const parts = (count: number, quantity = 100) =>
  Promise.all(Array.from({ length: count }, () => shop.stock({ quantity })))

const wantedOf = (list: Awaited<ReturnType<typeof parts>>, units = 10): Wanted =>
  list.map((part) => [part, units])

const leftOf = (wanted: Wanted) => Promise.all(wanted.map(([{ id }]) => steps.unitsLeft(id)))

/** @shows row-128, P1, P6 */
test('an order of several parts reserves the units of each, and shows their sums', async () => {
  const mia = await shop.signIn()
  const [pads, lamp, rubber] = await parts(3)
  const wanted: Wanted = [
    [lamp!, 12],
    [pads!, 10],
    [rubber!, 40],
  ]
  const body = { ...orderOfLines(wanted), reference: ' PO-2231 ' }
  const placed = await shop.call(mia, quickOrder.place, { body })
  expect(placed.status).toBe(200)
  expect(await leftOf(wanted)).toEqual([88, 90, 60])
  const order = OneOrder.parse(await steps.read(mia, placed.body.insertedId))
  expect(order).toMatchObject({
    name: `${lamp!.name} and 2 more`,
    price: 68 * 62,
    quantity: 62,
    product: lamp!.id,
    unitPrice: 68,
    reference: 'PO-2231',
    status: 'unpaid',
  })
  expect(order.lines).toEqual(
    wanted.map(([{ id, name }, quantity]) => ({
      product: id,
      name,
      img: '/parts/door-rubber.svg',
      unitPrice: 68,
      quantity,
    })),
  )
  await expectInvariantsToHold(shop)
})

/** @shows row-128 */
test('an order is found by the name and the part number of each of its parts', async () => {
  const mia = await shop.signIn()
  const ada = await shop.signIn({ name: 'Ada', isAdmin: true })
  const list = await parts(3)
  const number = `8T0-${Date.now()}`
  await steps.query('update products set part_number = $2 where id = $1', [list[2]!.id, number])
  const { body } = await placeLines(shop, mia, wantedOf(list))
  for (const q of [list[0]!.name, list[1]!.name, list[2]!.name, number.slice(2)]) {
    const all = await shop.call(ada, manageOrders.all, { query: { q } })
    const own = await shop.call(mia, ownOrders.mine, { query: { q, email: mia.email, page: 1 } })
    expect([all, own].map((found) => found.body.map(({ _id }) => _id))).toEqual([
      [body.insertedId],
      [body.insertedId],
    ])
  }
})

/** @shows row-128, P1, asvs-2.3.3 */
test('if one part is short, nothing is taken, and each short line is named with what is left', async () => {
  const mia = await shop.signIn()
  const list = await parts(4)
  const wanted = wantedOf(list).map(([part], index) => [part, index % 2 === 0 ? 10 : 101] as const)
  const refused = await placeLines(shop, mia, wanted)
  expect([refused.status, refused.body.code]).toEqual([409, 'insufficient-stock'])
  expect(refused.body.lines).toEqual(
    [1, 3].map((index) => ({ product: list[index]!.id, available: 100 })),
  )
  expect(refused.body.errors).toEqual(
    [1, 3].map((index) => ({
      field: `lines.${index}.quantity`,
      message: messages.quantityTooHigh,
    })),
  )
  expect(await leftOf(wanted)).toEqual([100, 100, 100, 100])
  expect((await placeLines(shop, mia, wantedOf(list, 100))).status).toBe(200)
  expect(await leftOf(wanted)).toEqual([0, 0, 0, 0])
})

/** @shows row-128, P6 */
test('if a price has changed, nothing is taken, and the new sums are named', async () => {
  const mia = await shop.signIn()
  const list = await parts(2)
  await steps.query('update products set price_cents = 7000 where id = $1', [list[1]!.id])
  const { status, body } = await placeLines(shop, mia, wantedOf(list))
  expect([status, body.code, body.currentTotal]).toEqual([409, 'price-changed', 1380])
  expect(body.lines).toEqual([
    { product: list[0]!.id, unitPrice: 68, amount: 680 },
    { product: list[1]!.id, unitPrice: 70, amount: 700 },
  ])
  expect(await leftOf(wantedOf(list))).toEqual([100, 100])
})

test('a part that is no longer sold, or not in this quantity, is named', async () => {
  const mia = await shop.signIn()
  const list = await parts(3)
  const few = await placeLines(shop, mia, [
    [list[0]!, 10],
    [list[1]!, 9],
  ])
  expect([few.status, few.body.errors]).toEqual([
    422,
    [{ field: 'lines.1.quantity', message: messages.quantityTooShort }],
  ])
  await steps.query('update products set archived_at = now() where id = $1', [list[2]!.id])
  const gone = await placeLines(shop, mia, wantedOf(list))
  expect([gone.status, gone.body.lines]).toEqual([404, [{ product: list[2]!.id }]])
  // Nor without it, at the price of the others.
  const body = { ...orderOfLines(wantedOf(list)), price: 1360 }
  expect((await shop.call(mia, quickOrder.place, { body })).status).toBe(404)
  expect(await leftOf(wantedOf(list.slice(0, 2)))).toEqual([100, 100])
})

test('an order has 1 to 200 different parts', async () => {
  const mia = await shop.signIn()
  const [part] = await parts(1)
  const refusalOf = async (lines: object[]) => {
    const { status, body } = await shop.call(mia, quickOrder.place, {
      body: { lines: lines as never, price: 680 },
    })
    return [status, body.errors?.[0]?.message]
  }
  const line = { product: part!.id, quantity: 10 }
  expect(await refusalOf([])).toEqual([422, 'The order has no parts'])
  expect(await refusalOf([line, { ...line, product: part!.id.toUpperCase() }])).toEqual([
    422,
    'The same part is there twice',
  ])
  const many = Array.from({ length: orderLinesMax + 1 }, () => ({
    product: randomUUID(),
    quantity: 10,
  }))
  expect(await refusalOf(many)).toEqual([422, 'An order can have at most 200 parts'])
  expect(await leftOf(wantedOf([part!]))).toEqual([100])
})

/** @shows P5 */
test('an order of several parts is placed once, under its key or within five seconds', async () => {
  const mia = await shop.signIn()
  const list = await parts(2)
  const key = { idempotencyKey: randomUUID() }
  const first = await placeLines(shop, mia, wantedOf(list), key)
  const again = await placeLines(shop, mia, wantedOf(list), key)
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
  const other = await placeLines(shop, mia, wantedOf(list, 11), key)
  expect([other.status, other.body.code]).toEqual([422, 'key-reused'])
  const repeated = await placeLines(shop, mia, wantedOf(list))
  expect(repeated.body).toEqual(first.body)
  const swapped: Wanted = [
    [list[0]!, 9 + 2],
    [list[1]!, 9],
  ]
  expect((await placeLines(shop, mia, swapped)).body).not.toEqual(first.body)
  expect(await leftOf(wantedOf(list))).toEqual([90, 90])
})

/** @shows row-128, P1 */
test('deletion, expiry, renewal and refund move the units of each line', async () => {
  const mia = await shop.signIn()
  const ada = await shop.signIn({ name: 'Ada', isAdmin: true })
  const list = await parts(3)
  const wanted = wantedOf(list)
  const place = async () => {
    const { body } = await placeLines(shop, mia, wanted, { idempotencyKey: randomUUID() })
    return { id: body.insertedId, total: orderOfLines(wanted).price, part: list[0]! }
  }
  const deleted = await place()
  await steps.remove(mia, deleted.id)
  expect(await leftOf(wanted)).toEqual([100, 100, 100])

  const expired = await place()
  await steps.expire(expired.id)
  await expireReservations(shop.shop)
  expect(await leftOf(wanted)).toEqual([100, 100, 100])
  await steps.query(
    `update orders set released_at = released_at - interval '1 hour' where user_id = (
       select user_id from orders where id = $1)`,
    [expired.id],
  )
  const transactionId = await steps.payAtProvider(mia, expired)
  expect((await steps.report(mia, expired.id, transactionId)).status).toBe(200)
  expect(await leftOf(wanted)).toEqual([90, 90, 90])

  const refund = { params: { id: expired.id }, body: { reason: 'Ordered twice' } }
  expect((await shop.call(ada, manageOrders.refund, refund)).status).toBe(200)
  expect(await leftOf(wanted)).toEqual([100, 100, 100])
  await expectInvariantsToHold(shop)
})

/** @shows row-132, P1 */
test('deleting an unpaid order of forty parts returns the units of each', async () => {
  const mia = await shop.signIn()
  const wanted = wantedOf(await parts(40))
  const { body } = await placeLines(shop, mia, wanted)
  expect(await leftOf(wanted)).toEqual(wanted.map(() => 90))
  await steps.remove(mia, body.insertedId)
  expect(await leftOf(wanted)).toEqual(wanted.map(() => 100))
  const query = { email: mia.email, tab: 'cancelled', page: 1 } as const
  const cancelled = await shop.call(mia, ownOrders.mine, { query })
  expect(cancelled.body.map(({ lines }) => lines.length)).toEqual([40])
  await expectInvariantsToHold(shop)
})

/** @shows P1, asvs-2.3.3 */
test('an expired order is renewed only if each of its parts is in stock, at its price', async () => {
  const mia = await shop.signIn()
  const noah = await shop.signIn({ name: 'Noah' })
  const list = await parts(3, 10)
  const wanted = wantedOf(list)
  const { body } = await placeLines(shop, mia, wanted)
  const ordered = { id: body.insertedId, total: orderOfLines(wanted).price }
  await steps.expire(ordered.id)
  await expireReservations(shop.shop)
  await steps.query(`update orders set released_at = now() - interval '1 hour' where id = $1`, [
    ordered.id,
  ])
  expect((await placeLines(shop, noah, wantedOf([list[1]!]))).status).toBe(200)
  const short = await steps.open(mia, ordered)
  expect([short.status, short.body.code]).toEqual([409, 'insufficient-stock'])
  expect(short.body.lines).toEqual([{ product: list[1]!.id, available: 0 }])
  expect(await leftOf(wanted)).toEqual([10, 0, 10])

  await steps.query('update products set price_cents = 6900 where id = $1', [list[2]!.id])
  const dearer = await steps.open(mia, ordered)
  expect([dearer.body.code, dearer.body.currentTotal]).toEqual(['price-changed', 2050])
  await expectInvariantsToHold(shop)
})
