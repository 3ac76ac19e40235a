import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { cart } from '#contract/cart/cart.ts'
import { cartFull, cartLinesMax } from '#contract/cart/cart-lines.ts'
import type { CombinedLines } from '#contract/cart/cart.ts'
import { combinations, combineLines } from '#contract/cart/cart-lines.ts'
import { products } from '#contract/products/products.ts'
import { createApp } from '../../app.ts'
import { holdCart } from '../../testing/held-lock.ts'
import { callApi } from '../../testing/shop.ts'
import type { TestUser } from '../../testing/shop.ts'
import { openCarts } from '../../testing/steps/carts.ts'
import type { Part } from '../../testing/steps/carts.ts'

const { shop, stockParts, cartOf } = await openCarts()
let mia: TestUser
let pads: Part
let lamp: Part
beforeEach(async () => {
  mia = await shop.signIn()
  ;[pads, lamp] = await stockParts()
})

const lineOf = ({ id, price }: Part, quantity: number) => ({
  product: id,
  quantity,
  seenPrice: price,
})

const combine = (user: TestUser, how: CombinedLines['how'], ...lines: CombinedLines['lines']) =>
  shop.call(user, cart.combine, { body: { how, lines } })

const change = (user: TestUser, ...lines: { product: string; quantity?: number }[]) =>
  shop.call(user, cart.change, {
    body: { lines: lines.map((line) => ({ seenPrice: 4, ...line })) },
  })

const unitsOf = async (user: TestUser) =>
  (await cartOf(user)).map(({ product, quantity }) => ({ product, quantity }))

/** @shows row-129 */
test('a cart shows each part with its current price and stock, and the price that the buyer saw', async () => {
  expect((await combine(mia, 'add', lineOf(pads, 20), lineOf(lamp, 10))).body).toEqual({ count: 2 })
  await shop.database.pool.query('update products set price_cents = 450 where id = $1', [pads.id])
  const [first, second] = await cartOf(mia)
  expect(first).toEqual({
    product: pads.id,
    name: pads.name,
    quantity: 20,
    seenPrice: 4,
    part: {
      _id: pads.id,
      name: pads.name,
      price: 4.5,
      quantity: 100,
      img: '/parts/door-rubber.svg',
    },
  })
  expect(second).toMatchObject({ product: lamp.id, quantity: 10, part: { price: 68 } })
})

/** @shows row-129 */
test('a part that is no longer sold stays in the cart with its name, and is not among parts by id', async () => {
  const admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  await combine(mia, 'add', lineOf(pads, 20))
  await shop.call(admin, products.remove, { params: { id: pads.id } })
  expect(await cartOf(mia)).toMatchObject([{ name: pads.name, quantity: 20, part: null }])
  const parts = await shop.call(undefined, cart.parts, {
    body: { products: [pads.id, lamp.id, randomUUID()] },
  })
  expect(parts.body.map(({ _id }) => _id)).toEqual([lamp.id])
})

/** @shows row-130, P8 */
test('the cart of an account is neither read nor changed by another', async () => {
  const noah = await shop.signIn({ name: 'Noah' })
  await combine(mia, 'add', { ...lineOf(pads, 20), seenPrice: 3 })
  await change(noah, { product: pads.id, quantity: 0 })
  await combine(noah, 'subtract', lineOf(pads, 20))
  await change(noah, { product: pads.id })
  expect(await cartOf(noah)).toEqual([])
  expect(await cartOf(mia)).toMatchObject([{ product: pads.id, quantity: 20, seenPrice: 3 }])
})

/** @shows row-130 */
test.each(combinations)('the database joins carts by %s as the browser does', async (how) => {
  const [more, fewer] = [await shop.stock(), await shop.stock()]
  const start = [lineOf(pads, 20), lineOf(more, 30), lineOf(fewer, 999_999)]
  const others = [lineOf(fewer, 40), lineOf(lamp, 50), lineOf(more, 30), lineOf(pads, 15)]
  await combine(mia, 'add', ...start)
  await combine(mia, how, ...others)
  expect(await unitsOf(mia)).toEqual(
    combineLines(start, others, how).map(({ product, quantity }) => ({ product, quantity })),
  )
})

/** @shows row-130 */
test('simultaneous changes of one cart by two devices merge by line', async () => {
  const other = await createApp(shop.parts)
  const parts = await Promise.all(Array.from({ length: 6 }, () => shop.stock()))
  await combine(mia, 'add', ...parts.map((part) => lineOf(part, 10)))
  const send = (index: number, body: object) =>
    callApi(
      [shop.app, other.app][index % 2]!,
      index < 6 ? cart.change : cart.combine,
      { body },
      mia,
    )
  const changes = parts.map(({ id }, index) =>
    send(index, { lines: [{ product: id, quantity: 20 + index, seenPrice: 4 }] }),
  )
  const additions = Array.from({ length: 8 }, (_, index) =>
    send(6 + index, { how: 'add', lines: [lineOf(lamp, 10)] }),
  )
  const answers = await Promise.all([...changes, ...additions])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await unitsOf(mia)).toEqual([
    ...parts.map(({ id }, index) => ({ product: id, quantity: 20 + index })),
    { product: lamp.id, quantity: 80 },
  ])
  await other.app.close()
})

/** @shows row-130 */
test('a repeated addition with one key adds once', async () => {
  const add = () =>
    shop.call(
      mia,
      cart.combine,
      { body: { how: 'add', lines: [lineOf(pads, 20)] } },
      { idempotencyKey: 'press-1' },
    )
  expect((await Promise.all([add(), add()])).map(({ status }) => status)).toEqual([200, 200])
  expect(await unitsOf(mia)).toEqual([{ product: pads.id, quantity: 20 }])
})

/** @shows row-130 */
test('a cart has a limited number of parts, also when two devices add the last one at once', async () => {
  const { rows } = await shop.database.pool.query<{ id: string }>(
    `insert into products (name, email, price_cents, quantity, description, img)
     select 'Part ' || gen_random_uuid(), '', 400, 100, '', '' from generate_series(1, $1)
     returning id`,
    [cartLinesMax - 1],
  )
  const most = rows.map(({ id }) => ({ product: id, quantity: 10, seenPrice: 4 }))
  await combine(mia, 'add', ...most)
  const lock = await holdCart(shop, mia)
  const answers = Promise.all([
    combine(mia, 'add', lineOf(pads, 10)),
    change(mia, { product: lamp.id, quantity: 10 }),
  ])
  await lock.areWaiting(2)
  await lock.release()
  const statuses = (await answers).map(({ status }) => String(status))
  expect(statuses.toSorted()).toEqual(['200', '409'])
  expect((await shop.call(mia, cart.count, {})).body).toEqual({ count: cartLinesMax })
  expect((await combine(mia, 'add', lineOf(await shop.stock(), 10))).body).toMatchObject({
    code: 'cart-full',
    detail: cartFull,
  })
})

/** @shows row-130 */
test('a line is set, removed, or accepted at its new price, and the others stay', async () => {
  await combine(mia, 'add', lineOf(pads, 20), lineOf(lamp, 10))
  await change(mia, { product: pads.id, quantity: 40 })
  await change(mia, { product: lamp.id })
  expect(await cartOf(mia)).toMatchObject([
    { product: pads.id, quantity: 40, seenPrice: 4 },
    { product: lamp.id, quantity: 10, seenPrice: 4 },
  ])
  expect((await change(mia, { product: pads.id, quantity: 0 })).body).toEqual({ count: 1 })
  await change(mia, { product: pads.id })
  expect(await unitsOf(mia)).toEqual([{ product: lamp.id, quantity: 10 }])
})

test('parts that do not exist are left out of a cart', async () => {
  const unknown = { product: randomUUID(), quantity: 10, seenPrice: 4 }
  expect((await combine(mia, 'larger', unknown, lineOf(pads, 10))).body).toEqual({ count: 1 })
})
