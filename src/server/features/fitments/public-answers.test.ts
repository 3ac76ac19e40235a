import { afterAll, beforeAll, expect, test } from 'vitest'
import { addModel } from '../../testing/rows/vehicle-rows.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** The bytes of an answer with what caches compare. */
async function bytesOf(path: string) {
  shop.shop.publicReads.changed()
  const { statusCode, body, headers } = await shop.app.inject({ url: `/api${path}` })
  return { path, status: statusCode, body, etag: headers['etag'] }
}

/** @shows row-143 */
test('answers that name no car are byte for byte the same with and without fitments', async () => {
  const [fits, universal, unknown] = [
    await shop.stock({ kind: 'brakes' }),
    await shop.stock(),
    await shop.stock(),
  ]
  const paths = [
    '/products',
    '/products?limit=24&kind=brakes&sort=lowest-price',
    `/products?limit=24&q=${fits.name}`,
    '/products/found?inStock=true',
    ...[fits, universal, unknown].map(({ id }) => `/product/${id}`),
  ]
  const read = async () => {
    const answers = []
    for (const path of paths) answers.push(await bytesOf(path))
    return answers
  }
  const before = await read()
  expect(before.map(({ status }) => status)).toEqual(paths.map(() => 200))
  const model = await addModel(shop)
  await shop.database.pool.query(
    `insert into fitments (product_id, model_id, year_from, year_to, note) values ($1, $2, 2010, 2014, 'late')`,
    [fits.id, model.id],
  )
  await shop.database.pool.query('update products set is_universal = true where id = $1', [
    universal.id,
  ])
  expect(await read()).toEqual(before)
})
