import { expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { products } from '#contract/products/products.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { holdLock, waitingForLock } from '../../testing/held-lock.ts'
import { openPayments, orderOf } from '../../testing/payments.ts'
import { placeOrdersAhead } from '../../testing/rows/placed-at.ts'

const { shop, steps } = await openPayments()

/** @shows P5 */
test('a repeated idempotency key places one order; another body is refused', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ quantity: 30 })
  const place = (quantity: number) =>
    shop.call(mia, orders.place, { body: orderOf(part, quantity) }, { idempotencyKey: 'click-1' })
  const both = await Promise.all([place(10), place(10)])
  expect(new Set(both.map(({ body }) => body.insertedId)).size).toBe(1)
  const again = await place(10)
  expect(again.body.insertedId).toBe(both[0].body.insertedId)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(await steps.unitsLeft(part.id)).toBe(20)
  const other = await place(20)
  expect([other.status, other.body.code]).toEqual([422, 'key-reused'])
})

test('the same order under two idempotency keys is placed twice', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ quantity: 30 })
  const place = (idempotencyKey: string) =>
    shop.call(mia, orders.place, { body: orderOf(part, 10) }, { idempotencyKey })
  const both = await Promise.all([place('cart-1'), place('cart-2')])
  expect(new Set(both.map(({ body }) => body.insertedId)).size).toBe(2)
  expect(await steps.unitsLeft(part.id)).toBe(10)
})

test('a repetition gets the first answer even after the product is deleted', async () => {
  const [mia, admin] = await Promise.all([shop.signIn(), shop.signIn({ isAdmin: true })])
  const part = await shop.stock()
  const { product: _, ...body } = orderOf(part, 10)
  const place = () => shop.call(mia, orders.place, { body }, { idempotencyKey: part.id })
  const first = await place()
  await shop.call(admin, products.remove, { params: { id: part.id } })
  expect((await place()).body).toEqual(first.body)
})

test('a concurrent repetition waits for the first request and gets its answer', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ quantity: 10 })
  const place = () =>
    shop.call(mia, orders.place, { body: orderOf(part, 10) }, { idempotencyKey: part.id })
  const held = await holdLock(shop, 'select from products where id = $1 for update', [part.id])
  const both = Promise.all([place(), place()])
  await held.areWaiting(2)
  await held.release()
  const answers = await both
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'])).toHaveLength(1)
})

/** @shows row-66 */
test('without a key, the same order within five seconds is placed once, even twenty concurrently', async () => {
  await placeOrdersAhead(shop)
  const [mia, noah] = await Promise.all([shop.signIn(), shop.signIn({ name: 'Noah' })])
  const part = await shop.stock({ quantity: 100 })
  const place = (who: typeof mia, quantity = 10) =>
    shop.call(who, orders.place, { body: orderOf(part, quantity) })
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(mia)))
  const ids = new Set(answers.map(({ body }) => body.insertedId))
  expect(ids.size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'])).toHaveLength(19)
  await place(noah)
  await place(mia, 11)
  expect(await steps.unitsLeft(part.id)).toBe(100 - 10 - 10 - 11)
})

/** @shows row-66 */
test('without a key, orders with different order numbers of the buyer are different orders', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock()
  const ids: string[] = []
  for (const reference of ['PO-1', 'PO-2', undefined, 'PO-1', undefined]) {
    const order = { ...orderOf(part, 10), ...(reference && { reference }) }
    ids.push((await shop.call(mia, orders.place, { body: order })).body.insertedId)
  }
  expect(new Set(ids).size).toBe(3)
  expect([ids[3], ids[4]]).toEqual([ids[0], ids[2]])
  expect(await steps.unitsLeft(part.id)).toBe(70)
})

/** Inserts twelve copies of the order, placed at that time. */
const dozenAt = (moment: string) =>
  `with placed as (
     insert into orders (user_id, email, name, line_count, quantity, total_cents, created_at)
     select user_id, email, name, 1, 12, total_cents / quantity * 12, ${moment}
     from orders where id = $1 returning id
   )
   insert into order_lines (order_id, line, product_id, name, img, unit_price_cents, quantity,
                            minimum_order, pack_size)
   select id, 1, product_id, name, img, unit_price_cents, 12, minimum_order, pack_size
   from placed, order_lines where order_id = $1`

test('without a key, the same order counts as a repetition for five seconds', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ quantity: 100 })
  const place = (quantity: number) =>
    shop.call(mia, orders.place, { body: orderOf(part, quantity) })
  const { body } = await place(10)
  const held = await holdLock(shop, 'lock table orders')
  const again = place(12)
  await held.areWaiting(1)
  // The five seconds count from the start of the waiting request.
  const moment = `(select xact_start - interval '4.9 seconds' ${waitingForLock})`
  await held.holder.query(dozenAt(moment), [body.insertedId])
  await held.release()
  expect((await again).headers['idempotent-replayed']).toBe('true')
})

test('without a key, the same order is new after five seconds or once the first is deleted', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ quantity: 100 })
  const place = async () =>
    (await shop.call(mia, orders.place, { body: orderOf(part, 10) })).body.insertedId
  const first = await place()
  await shop.call(mia, ownOrders.remove, { params: { id: first } })
  const second = await place()
  expect(second).not.toBe(first)
  await shop.database.pool.query(dozenAt(`now() - interval '6 seconds'`), [second])
  const later = await shop.call(mia, orders.place, { body: orderOf(part, 12) })
  expect(later.headers['idempotent-replayed']).toBeUndefined()
})
