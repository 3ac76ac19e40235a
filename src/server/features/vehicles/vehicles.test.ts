import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { addModel } from '../../testing/rows/vehicle-rows.ts'
import { seedVehicles } from './seed.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.pool.query(
    'truncate vehicle_makes, vehicle_models, fitments, vehicle_wishes, vehicle_codes',
  )
  shop.shop.publicReads.changed()
})

const tree = async () => (await shop.call(undefined, vehicles.tree, {})).body
const read = (headers: Record<string, string>) => shop.app.inject({ url: '/api/vehicles', headers })

/** @shows row-139 */
test('a new shop knows the cars sold in the USA, with their model years and other names', async () => {
  await seedVehicles(shop.database.db)
  const { makes } = await tree()
  const models = makes.flatMap((make) => make.models)
  const years = models
    .flatMap((model) => model.years)
    .reduce((sum, [first, last]) => sum + last - first + 1, 0)
  expect([makes.length, models.length, years]).toEqual([79, 1_693, 18_368])
  const volkswagen = makes.find(({ slug }) => slug === 'volkswagen')
  expect(volkswagen).toMatchObject({ name: 'Volkswagen', aliases: ['VW'] })
  expect(volkswagen?.models.find(({ slug }) => slug === 'golf')).toEqual({
    slug: 'golf',
    name: 'Golf',
    aliases: ['Rabbit'],
    years: [
      [1985, 1993],
      [1996, 2006],
      [2010, 2021],
    ],
  })
})

test('nodes that start together fill the list once, and never one that has cars', async () => {
  const { db } = shop.database
  await Promise.all([seedVehicles(db), seedVehicles(db), seedVehicles(db)])
  expect((await tree()).makes).toHaveLength(79)
  await shop.database.pool.query(
    'truncate vehicle_makes, vehicle_models, fitments, vehicle_wishes, vehicle_codes',
  )
  await addModel(shop, { make: 'Trabant', model: '601', years: '{[1963,1990]}' })
  await seedVehicles(db)
  shop.shop.publicReads.changed()
  expect((await tree()).makes.map(({ name }) => name)).toEqual(['Trabant'])
})

/** @shows row-139 */
test('the list of cars is sent compressed, and not again to who has it', async () => {
  await seedVehicles(shop.database.db)
  const first = await read({ 'accept-encoding': 'gzip' })
  expect(gunzipSync(first.rawPayload).length).toBeGreaterThan(100_000)
  expect(first.rawPayload.length).toBeLessThan(30_000)
  const again = await read({ 'if-none-match': String(first.headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('makes and models are in order of their names, without hidden models and makes that have no other', async () => {
  await addModel(shop, { make: 'smart', model: 'fortwo', years: '{}' })
  const gone = await addModel(shop, { make: 'Saab', model: '900' })
  await addModel(shop, { make: 'Tesla', model: 'Model Y' })
  await addModel(shop, { make: 'Tesla', model: 'Model 3' })
  await shop.database.pool.query('update vehicle_models set hidden_at = now() where id = $1', [
    gone.id,
  ])
  const { makes } = await tree()
  expect(makes.map((make) => [make.name, make.models.map(({ name }) => name)])).toEqual([
    ['smart', ['fortwo']],
    ['Tesla', ['Model 3', 'Model Y']],
  ])
  expect(makes[0]?.models[0]?.years).toEqual([])
})

async function seen() {
  const { makes } = await tree()
  return makes.map(({ name, models }) => [name, models[0]?.name, models[0]?.years])
}

test('every change of makes and models shows, also one of another node', async () => {
  const { id } = await addModel(shop)
  expect(await seen()).toEqual([['Volkswagen', 'Golf', [[2010, 2021]]]])
  const change = (statement: string) => shop.database.pool.query(statement)
  for (const [statement, expected] of [
    [`update vehicle_models set years = '{[2010,2011]}'`, ['Volkswagen', 'Golf', [[2010, 2011]]]],
    [`update vehicle_models set name = 'Rabbit'`, ['Volkswagen', 'Rabbit', [[2010, 2011]]]],
    [`update vehicle_makes set name = 'VW'`, ['VW', 'Rabbit', [[2010, 2011]]]],
  ] as const) {
    await change(statement)
    await expect.poll(seen).toEqual([expected])
  }
  await change(`update vehicle_models set hidden_at = now() where id = ${id}`)
  await expect.poll(seen).toEqual([])
})

/** @shows row-139 */
test('the engines of a model are those that products in the catalogue name, with their years', async () => {
  const { id, make, model } = await addModel(shop)
  const other = await addModel(shop, { model: 'Jetta' })
  const [part, archived] = [await shop.stock(), await shop.stock()]
  const fit = (product: string, values: string, ofModel = id) =>
    shop.database.pool.query(
      `insert into fitments (product_id, model_id, year_from, year_to, decilitres, cylinders, fuel)
       values ('${product}', ${ofModel}, ${values})`,
    )
  await fit(part.id, `2010, 2012, 25, null, 'petrol'`)
  await fit(part.id, `2013, 2014, 25, null, 'petrol'`)
  await fit(part.id, `2016, 2017, 25, null, 'petrol'`)
  await fit(part.id, `2010, 2014, 20, 4, 'diesel'`)
  await fit(part.id, `2010, 2014, null, null, null`)
  await fit(part.id, `2010, 2014, 14, 4, 'petrol'`, other.id)
  await fit(archived.id, `2010, 2014, 18, 4, 'petrol'`)
  await shop.database.pool.query('update products set archived_at = now() where id = $1', [
    archived.id,
  ])
  const { body } = await shop.call(undefined, vehicles.model, { params: { make, model } })
  expect(body).toEqual({
    make: 'Volkswagen',
    model: 'Golf',
    engines: [
      { litres: 2, cylinders: 4, fuel: 'diesel', years: [[2010, 2014]] },
      {
        litres: 2.5,
        cylinders: null,
        fuel: 'petrol',
        years: [
          [2010, 2014],
          [2016, 2017],
        ],
      },
    ],
  })
})

test('an unknown make or model is not found', async () => {
  await addModel(shop)
  for (const params of [
    { make: 'volkswagen', model: 'polo' },
    { make: 'vw', model: 'golf' },
  ]) {
    expect(await shop.call(undefined, vehicles.model, { params })).toMatchObject({ status: 404 })
  }
})
