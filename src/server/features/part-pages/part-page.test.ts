import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelsShown, products } from '#contract/products/products.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const pageOf = (product: string, cars?: 'all') =>
  shop.call(undefined, products.page, { query: { product, ...(cars && { cars }) } })

/** A make of the test's own with some models; returns their ids. */
async function addModels(make: string, ...models: string[]) {
  const slug = `${make.toLowerCase()}-${randomUUID().slice(0, 8)}`
  const { rows } = await shop.database.pool.query<{ id: number }>(
    `with make as (insert into vehicle_makes (slug, name) values ($1, $2) returning id)
     insert into vehicle_models (make_id, slug, name, source)
     select make.id, lower(name), name, 'admin' from make, unnest($3::text[]) as name returning id`,
    [slug, make, models],
  )
  return rows.map(({ id }) => id)
}

const addFitment = (product: string, model: number, [from, to]: [number, number], rest = {}) =>
  shop.database.db
    .insertInto('fitments')
    .values({ product_id: product, model_id: model, year_from: from, year_to: to, ...rest })
    .execute()

/** @shows row-150 */
test('the page of a part has its details and the cars that it fits, by make, model and year', async () => {
  const { id } = await shop.stock({ name: 'Brake pads of the page' })
  const [golf = 0, polo = 0] = await addModels('Volkswagen', 'Golf', 'Polo')
  const [civic = 0] = await addModels('Honda', 'Civic')
  await addFitment(id, polo, [2009, 2017])
  await addFitment(id, golf, [2010, 2014], { decilitres: 20, fuel: 'diesel', per_car: 2 })
  await addFitment(id, golf, [2004, 2009], { position: 'front-left', note: 'not for the R' })
  await addFitment(id, civic, [2012, 2015])
  const { status, body } = await pageOf(id)
  expect(status).toBe(200)
  expect(body.product).toMatchObject({ _id: id, name: 'Brake pads of the page' })
  expect(body).toMatchObject({ isUniversal: false, models: 3 })
  expect(body.fitments.map((row) => [row.makeName, row.modelName, row.yearFrom])).toEqual([
    ['Honda', 'Civic', 2012],
    ['Volkswagen', 'Golf', 2004],
    ['Volkswagen', 'Golf', 2010],
    ['Volkswagen', 'Polo', 2009],
  ])
  expect(body.fitments[1]).toMatchObject({ position: 'front-left', note: 'not for the R' })
  expect(body.fitments[2]).toMatchObject({ litres: 2, fuel: 'diesel', perCar: 2, cylinders: null })
})

/** @shows row-150 */
test('the page of a part shows the first models with all of their years, and all models on request', async () => {
  const { id } = await shop.stock()
  const models = Array.from({ length: modelsShown + 2 }, (_, index) => `Model${100 + index}`)
  const ids = await addModels('Manymodels', ...models)
  for (const model of ids) {
    await addFitment(id, model, [2000, 2004])
    await addFitment(id, model, [2006, 2009])
  }
  const first = (await pageOf(id)).body
  expect([first.models, first.fitments.length]).toEqual([modelsShown + 2, 2 * modelsShown])
  expect(first.fitments.at(-1)?.modelName).toBe(models[modelsShown - 1])
  const all = (await pageOf(id, 'all')).body
  expect(all.fitments.map(({ modelName }) => modelName)).toEqual(
    models.flatMap((name) => [name, name]),
  )
})

/** @shows row-150 */
test('the page says of a part whether it fits every car', async () => {
  const { id } = await shop.stock()
  expect((await pageOf(id)).body).toMatchObject({ isUniversal: false, models: 0, fitments: [] })
  const universal = await shop.stock()
  await shop.database.pool.query('update products set is_universal = true where id = $1', [
    universal.id,
  ])
  expect((await pageOf(universal.id)).body).toMatchObject({
    isUniversal: true,
    models: 0,
    fitments: [],
  })
})

/** @shows row-150 */
test('of a withdrawn part the page has the name and others of its kind, no price and no cars', async () => {
  const kind = 'exhaust'
  const { id } = await shop.stock({ name: 'Old muffler', kind, price: 5000 })
  const [golf = 0] = await addModels('Volkswagen', 'Golf')
  await addFitment(id, golf, [2010, 2014])
  const other = await shop.stock({ kind, price: 5100 })
  await shop.database.pool.query('update products set archived_at = now() where id = $1', [id])
  const { status, body } = await pageOf(id)
  expect(status).toBe(200)
  expect(body).not.toHaveProperty('product')
  expect(body).toMatchObject({ withdrawn: { name: 'Old muffler' }, models: 0, fitments: [] })
  expect(body.withdrawn?.instead.map(({ _id }) => _id)).toEqual([other.id])
})

test('an unknown part has no page', async () => {
  expect((await pageOf(randomUUID())).status).toBe(404)
})
