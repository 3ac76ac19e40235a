import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { products } from '#contract/products/products.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { openPayments, orderOf } from '../../testing/payments.ts'

const { shop, steps } = await openPayments()

test('an order keeps the product’s name, price and picture after the product is deleted', async () => {
  const [mia, admin] = await Promise.all([shop.signIn(), shop.signIn({ isAdmin: true })])
  const part = await shop.stock()
  const placed = await shop.call(mia, orders.place, { body: orderOf(part, 10) })
  const removed = await shop.call(admin, products.remove, { params: { id: part.id } })
  expect(removed.body).toEqual({ deletedCount: 1 })
  const gone = await shop.call(undefined, products.one, { params: { id: part.id } })
  expect(gone.status).toBe(404)
  const order = await shop.call(mia, orders.one, { params: { id: placed.body.insertedId } })
  expect(order.body).toMatchObject({
    name: part.name,
    unitPrice: 68,
    img: '/parts/door-rubber.svg',
  })
})

/** @shows row-47 */
test('deleting an unpaid order returns its units once', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ quantity: 30 })
  const placed = await shop.call(mia, orders.place, { body: orderOf(part, 20) })
  const remove = () => shop.call(mia, ownOrders.remove, { params: { id: placed.body.insertedId } })
  const answers = await Promise.all([remove(), remove(), remove()])
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(2)
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({ deletedCount: 1 })
  expect(await steps.unitsLeft(part.id)).toBe(30)
  const mine = await shop.call(mia, ownOrders.mine, { query: { email: mia.email } })
  expect(mine.body).toEqual([])
})

/** @shows row-36, row-46, P8, asvs-8.2.2 */
test('another customer can neither read nor delete my order nor learn that it exists', async () => {
  const [mia, noah] = await Promise.all([shop.signIn(), shop.signIn({ name: 'Noah' })])
  const part = await shop.stock()
  const { body: mine } = await shop.call(mia, orders.place, { body: orderOf(part, 10) })
  for (const e of [orders.one, ownOrders.remove]) {
    const theirs = await shop.call(noah, e, { params: { id: mine.insertedId } })
    const nobodys = await shop.call(noah, e, { params: { id: randomUUID() } })
    const { instance: _, ...body } = theirs.body
    expect([theirs.status, nobodys.status]).toEqual([404, 404])
    expect(nobodys.body).toMatchObject(body)
  }
  const list = await shop.call(noah, ownOrders.mine, { query: { email: mia.email } })
  expect(list.status).toBe(403)
})

/** @shows row-55, asvs-2.3.1 */
test('an admin ships a paid order once and cannot ship an unpaid one', async () => {
  const [mia, admin] = await Promise.all([shop.signIn(), shop.signIn({ isAdmin: true })])
  const part = await shop.stock()
  const { body } = await shop.call(mia, orders.place, { body: orderOf(part, 10) })
  const params = { id: body.insertedId }
  const early = await shop.call(admin, manageOrders.ship, { params })
  expect([early.status, early.body.code]).toEqual([409, 'not-paid'])
  await shop.database.pool.query(
    `update orders set status = 'paid', transaction_id = $2, held_until = null where id = $1`,
    [params.id, `pi_${params.id}`],
  )
  expect((await shop.call(admin, manageOrders.ship, { params })).body).toEqual({ modifiedCount: 1 })
  expect((await shop.call(admin, manageOrders.ship, { params })).body).toEqual({ modifiedCount: 0 })
  const shipped = await shop.call(mia, orders.one, { params })
  expect(shipped.body).toMatchObject({ status: 'shipped', shipping: true, paid: true })
})

test('the e-mail address in the URL may be unescaped', async () => {
  const jan = await shop.signIn({ email: `jan+${randomUUID()}@shop.example` })
  const part = await shop.stock()
  const { body } = await shop.call(jan, orders.place, { body: orderOf(part, 10) })
  const mine = await shop.app.inject({
    url: `/api/singleOrder?email=${jan.email.toUpperCase()}`,
    headers: { authorization: `Bearer ${jan.token}` },
  })
  expect(mine.json()).toMatchObject([{ _id: body.insertedId }])
})

test('My Order lists only the caller’s orders', async () => {
  const [mia, noah] = await Promise.all([shop.signIn(), shop.signIn({ name: 'Noah' })])
  await shop.call(mia, orders.place, { body: orderOf(await shop.stock(), 10) })
  const list = await shop.call(noah, ownOrders.mine, { query: { email: noah.email } })
  expect(list.body).toEqual([])
})

test('a list without parameters is complete; keyset pages link to the next', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock()
  for (let count = 0; count < 3; count += 1) {
    await shop.call(mia, orders.place, { body: orderOf(part, 10 + count) })
  }
  const all = await shop.call(mia, ownOrders.mine, { query: { email: mia.email } })
  expect(all.body).toHaveLength(3)
  const page = await shop.call(mia, ownOrders.mine, { query: { email: mia.email, limit: '2' } })
  expect(page.body.map(({ _id }) => _id)).toEqual(all.body.slice(0, 2).map(({ _id }) => _id))
  const next = /<(.+)>; rel="next"/.exec(String(page.headers['link']))?.[1]
  const rest = await shop.app.inject({
    url: next!,
    headers: { authorization: `Bearer ${mia.token}` },
  })
  expect(rest.json()).toEqual([all.body[2]])
  expect(rest.headers['link']).toBeUndefined()
})

test('the database refuses to oversell, to change an order’s content and to delete orders', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock()
  const { body } = await shop.call(mia, orders.place, { body: orderOf(part, 10) })
  const refused = (text: string, value: string) =>
    expect(shop.database.pool.query(text, [value])).rejects.toThrow(
      /violates|never|append-only|not go/,
    )
  await refused('update products set quantity = quantity - 91 where id = $1', part.id)
  await refused(
    'update orders set quantity = 11, total_cents = 74800 where id = $1',
    body.insertedId,
  )
  await refused(`update orders set status = 'shipped' where id = $1`, body.insertedId)
  await refused('delete from orders where id = $1', body.insertedId)
  await refused(`update order_events set kind = 'paid' where order_id = $1`, body.insertedId)
  await refused('delete from stock_movements where order_id = $1', body.insertedId)
})
