import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const relatedTo = async ({ id }: { id: string }) =>
  (await shop.call(undefined, products.related, { query: { product: id } })).body.map(
    ({ _id }) => _id,
  )

const withKind = (kind: string, price: number, stock = {}) => shop.stock({ kind, price, ...stock })

/** @shows row-119 */
test('similar parts are of the same kind, those in stock first, then by price', async () => {
  const part = await withKind('brakes', 5000)
  const soldOut = await withKind('brakes', 5000, { quantity: 9 })
  const dearer = await withKind('brakes', 5300)
  await withKind('engine', 5000)
  const archived = await withKind('brakes', 5000)
  await shop.database.pool.query('update products set archived_at = now() where id = $1', [
    archived.id,
  ])
  expect(await relatedTo(part)).toEqual([dearer.id, soldOut.id])
  const cheaper = await withKind('brakes', 4800)
  const fewButEnough = await withKind('brakes', 5001, { quantity: 9, minimumOrder: 2 })
  expect(await relatedTo(dearer)).toEqual([fewButEnough.id, part.id, cheaper.id])
})

test('a part without a kind, or that does not exist, has none', async () => {
  await shop.stock()
  expect(await relatedTo(await shop.stock())).toEqual([])
  expect(await relatedTo({ id: crypto.randomUUID() })).toEqual([])
})
