import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { products } from '#contract/products/products.ts'
import { reviews } from '#contract/reviews.ts'
import { createApp } from '../../app.ts'
import { openDatabase } from '../index.ts'
import type { Database } from '../index.ts'
import { primaryOnly } from './read-replica.ts'
import type { ReadReplica } from './read-replica.ts'
import { databaseUrl, generousTimeouts, templateDatabase } from '../../testing/global-setup.ts'
import { expireReservations } from '../../features/payments/jobs.ts'
import type { Shop } from '../../shop.ts'
import { callApi, openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
let standby: Database
let app: TestShop['app']
let served: Shop
let markedStale = 0
let isStale = false
beforeEach(() => {
  isStale = false
})

// A shop whose standby has no products, so that its lists are empty.
beforeAll(async () => {
  shop = await openShop()
  const name = `standby_${randomUUID().replaceAll('-', '')}`
  await shop.database.pool.query(`create database ${name} template ${templateDatabase}`)
  standby = openDatabase(databaseUrl(inject('postgresUrl'), name), {
    max: 1,
    timeouts: generousTimeouts,
  })
  const replica: ReadReplica = {
    ...primaryOnly(standby),
    hasReplica: true,
    primary: shop.database,
    run: (read) => read(isStale ? shop.database : standby),
    markStale() {
      isStale = true
      markedStale += 1
    },
  }
  ;({ app, shop: served } = await createApp({ ...shop.parts, replica }))
})
afterAll(async () => {
  await app.close()
  await standby.close()
  await shop.close()
})

/** @shows row-71 */
test('visitors read lists and products from the standby', async () => {
  const { id } = await shop.stock()
  expect((await callApi(app, products.list, { query: {} }, {})).body).toEqual([])
  expect((await callApi(app, reviews.list, { query: {} }, {})).body).toEqual([])
  expect((await callApi(app, products.one, { params: { id } }, {})).status).toBe(404)
})

/** @shows row-71 */
test('requests with a token and orders read from the primary', async () => {
  const { token } = await shop.signIn()
  const { id, name, price } = await shop.stock()
  const mine = { token }
  const listed = await callApi(app, products.list, { query: {} }, mine)
  expect(listed.body).toContainEqual(expect.objectContaining({ _id: id }))
  expect((await callApi(app, products.one, { params: { id } }, mine)).status).toBe(200)
  const body = { product: id, name, quantity: 10, price: price * 10 }
  const placed = await callApi(app, orders.place, { body }, mine)
  expect(placed.status).toBe(200)
  const params = { id: placed.body.insertedId }
  expect((await callApi(app, orders.one, { params }, mine)).status).toBe(200)
})

/** @shows row-71 */
test('after an order this node shows the new stock', async () => {
  const { token } = await shop.signIn()
  const { id, name, price } = await shop.stock({ quantity: 30 })
  const visible = async () => {
    const { body } = await callApi(app, products.list, { query: { q: name } }, {})
    return body.map(({ quantity }) => quantity)
  }
  expect(await visible()).toEqual([])
  const body = { product: id, name, quantity: 10, price: price * 10 }
  const placed = await callApi(app, orders.place, { body }, { token })
  expect(placed.status).toBe(200)
  expect(await visible()).toEqual([20])
})

/** @shows row-71 */
test('reservations that expire in the background mark the standby stale', async () => {
  const { token } = await shop.signIn()
  const { id, name, price } = await shop.stock()
  const body = { product: id, name, quantity: 10, price: price * 10 }
  await callApi(app, orders.place, { body }, { token })
  await shop.database.pool.query(
    'update orders set held_until = now(), next_lapse_at = now() where id in (select order_id from order_lines where product_id = $1)',
    [id],
  )
  const before = markedStale
  await expireReservations(served)
  expect(markedStale).toBe(before + 1)
})

/** @shows row-71 */
test('changes of the catalogue and reviews mark the standby stale', async () => {
  const { token } = await shop.signIn({ isAdmin: true })
  const part = {
    price: 12,
    quantity: 20,
    description: 'New on the shelf',
    img: '/parts/bonnet.svg',
  }
  const before = markedStale
  const added = await callApi(app, products.add, { body: { ...part, name: 'Tow bar' } }, { token })
  expect([added.status, markedStale]).toEqual([200, before + 1])
  const params = { id: added.body.insertedId }
  const removed = await callApi(app, products.remove, { params }, { token })
  expect([removed.status, markedStale]).toEqual([200, before + 2])
  const review = { title: 'A good fit', rating: 5, description: 'It came in two days' }
  const told = await callApi(app, reviews.add, { body: review }, { token })
  expect([told.status, markedStale]).toEqual([200, before + 3])
})
