import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import type { CarPageQuery } from '#contract/products/part-pages.ts'
import { addModel } from '../../testing/rows/vehicle-rows.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** A model of a make of the test's own. */
const ownModel = (years = '{[2010,2021]}') =>
  addModel(shop, { make: `Make ${randomUUID().slice(0, 8)}`, model: 'Golf', years })

type Car = Awaited<ReturnType<typeof ownModel>>

const pageOf = async (query: Partial<CarPageQuery>) => {
  const answer = await shop.call(undefined, products.forCar, { query })
  return { ...answer.body, status: answer.status }
}

const slugs = ({ make, model }: Car) => ({ make, model })

/** Adds a part for a model and some years. */
async function addPart(car: Car, [from, to]: [number, number], { kind = 'brakes', ...rest } = {}) {
  const { id } = await shop.stock({ kind })
  await shop.database.db
    .insertInto('fitments')
    .values({ product_id: id, model_id: car.id, year_from: from, year_to: to, ...rest })
    .execute()
  return id
}

const ids = (page: { parts: { _id: string }[] }) => page.parts.map(({ _id }) => _id)

/** @shows row-151 */
test('a page of a model year has the live parts whose fitments cover it, with their conditions', async () => {
  const car = await ownModel()
  const fits = await addPart(car, [2010, 2014])
  const check = await addPart(car, [2014, 2014], { note: 'not for the R' } as object)
  await addPart(car, [2015, 2018])
  const archived = await addPart(car, [2010, 2014])
  await shop.database.pool.query('update products set archived_at = now() where id = $1', [
    archived,
  ])
  const universal = await shop.stock({ kind: 'brakes' })
  await shop.database.pool.query('update products set is_universal = true where id = $1', [
    universal.id,
  ])
  const page = await pageOf({ ...slugs(car), year: 2014 })
  expect(ids(page)).toEqual([fits, check])
  expect(page.parts.map(({ fit }) => [fit?.verdict, fit?.notes])).toEqual([
    ['fits', []],
    ['check', ['not for the R']],
  ])
  expect(page).toMatchObject({ make: { slug: car.make }, model: { name: 'Golf' }, hasMore: false })
})

/** @shows row-151 */
test('a page of a kind has the parts of that kind, and links to the kinds that there are', async () => {
  const car = await ownModel()
  const pads = await addPart(car, [2010, 2014])
  await addPart(car, [2010, 2014], { kind: 'engine' })
  await addPart(car, [2018, 2019], { kind: 'exhaust' })
  const page = await pageOf({ ...slugs(car), year: 2012, kind: 'brakes' })
  expect(ids(page)).toEqual([pads])
  expect(page.kinds).toEqual(['brakes', 'engine'])
})

/** @shows row-151 */
test('search engines are shown pages with three parts or more, and their first page only', async () => {
  const car = await ownModel()
  await addPart(car, [2012, 2014])
  await addPart(car, [2012, 2014])
  const at = (query: Partial<CarPageQuery>) => pageOf({ ...slugs(car), ...query })
  expect((await at({ year: 2012 })).isIndexed).toBe(false)
  await addPart(car, [2013, 2014])
  expect((await at({ year: 2012, kind: 'brakes' })).isIndexed).toBe(false)
  expect((await at({ year: 2013 })).isIndexed).toBe(true)
  expect((await at({ year: 2013, kind: 'brakes' })).isIndexed).toBe(true)
  expect((await at({})).isIndexed).toBe(true)
  expect((await pageOf({ make: car.make })).isIndexed).toBe(true)
  expect((await at({ year: 2013, page: 2 })).isIndexed).toBe(false)
})

/** @shows row-151 */
test('a year is a twin if exactly the parts of the year before fit it', async () => {
  const car = await ownModel()
  const [first] = [
    await addPart(car, [2010, 2013]),
    await addPart(car, [2010, 2016]),
    await addPart(car, [2010, 2016]),
  ]
  const isTwin = async (year: number) => (await pageOf({ ...slugs(car), year })).isTwin
  expect([await isTwin(2010), await isTwin(2011)]).toEqual([false, true])
  await addPart(car, [2012, 2015])
  expect([await isTwin(2012), await isTwin(2013), await isTwin(2016)]).toEqual([false, true, false])
  // Another row of the same part continues it.
  await shop.database.db
    .insertInto('fitments')
    .values({ product_id: first, model_id: car.id, year_from: 2014, year_to: 2015, note: 'late' })
    .execute()
  expect([await isTwin(2014), await isTwin(2015)]).toEqual([true, true])
})

/** @shows row-151 */
test('the pages above lead to the makes, models and years that have parts', async () => {
  const car = await ownModel('{[2009,2012],[2014,2016]}')
  const without = await addModel(shop, { make: car.make, model: 'Polo' })
  await shop.database.pool.query('update vehicle_makes set slug = $1 where name = $1', [car.make])
  expect(without.id).not.toBe(car.id)
  await addPart(car, [2010, 2010])
  const part = await addPart(car, [2014, 2015])
  expect((await pageOf({})).makes).toContainEqual(expect.objectContaining({ slug: car.make }))
  const make = await pageOf({ make: car.make })
  expect(make.models.map(({ slug }) => slug)).toEqual(['golf'])
  expect(ids(make)).toContain(part)
  const model = await pageOf(slugs(car))
  expect(model.years).toEqual([2015, 2014, 2010])
  expect(model.parts.map(({ years }) => years)).toEqual([[[2010, 2010]], [[2014, 2015]]])
})

/** @shows row-151 */
test('a page of a model says what is to check of parts that fit none of its years for certain', async () => {
  const car = await ownModel()
  await addPart(car, [2010, 2012])
  await addPart(car, [2013, 2014], { note: 'not for the R' } as object)
  const { parts } = await pageOf(slugs(car))
  expect(parts.map(({ fit, years }) => [fit?.notes, years])).toEqual([
    [undefined, [[2010, 2012]]],
    [['not for the R'], [[2013, 2014]]],
  ])
})

/** @shows row-151 */
test('a known car without parts has an empty page, an unknown one none', async () => {
  const car = await ownModel()
  const page = await pageOf({ ...slugs(car), year: 2014 })
  expect(page).toMatchObject({ status: 200, parts: [], isIndexed: false, isTwin: false })
  expect((await pageOf({ ...slugs(car), year: 1950 })).status).toBe(404)
  expect((await pageOf({ make: car.make, model: 'unknown' })).status).toBe(404)
  expect((await pageOf({ make: 'unknown' })).status).toBe(404)
  await addPart(car, [1949, 1951])
  expect((await pageOf({ ...slugs(car), year: 1950 })).status).toBe(200)
})

/** @shows row-151 */
test('an old name of a make or model leads to its page', async () => {
  const car = await ownModel()
  const old = `Old ${randomUUID().slice(0, 8)}`
  const { pool } = shop.database
  await pool.query(
    `update vehicle_makes set aliases = array[$2] where id = (
       select make_id from vehicle_models where id = $1)`,
    [car.id, old],
  )
  await pool.query(`update vehicle_models set aliases = '{Rabbit GTI}' where id = $1`, [car.id])
  const slug = old.toLowerCase().replace(' ', '-')
  expect((await pageOf({ make: slug })).movedTo).toBe(car.make)
  expect((await pageOf({ make: slug, model: 'golf' })).movedTo).toBe(`${car.make}/golf`)
  const rabbit = await pageOf({ make: car.make, model: 'rabbit-gti', year: 2012 })
  expect(rabbit.movedTo).toBe(`${car.make}/golf`)
})

/** @shows row-247 */
test('a name of several models leads to the one of the year, else to the page of the make', async () => {
  const make = `Make ${randomUUID().slice(0, 8)}`
  const models = [
    await addModel(shop, { make, model: 'First', years: '{[1990,1999]}' }),
    await addModel(shop, { make, model: 'Second', years: '{[1999,2005]}' }),
  ]
  await shop.database.pool.query(
    `update vehicle_models set aliases = '{Series}' where id = any($1)`,
    [models.map(({ id }) => id)],
  )
  const { make: slug } = models[0]!
  const movedTo = async (year?: number) =>
    (await pageOf({ make: slug, model: 'series', ...(year && { year }) })).movedTo
  expect([await movedTo(1995), await movedTo(2005)]).toEqual([`${slug}/first`, `${slug}/second`])
  expect([await movedTo(1999), await movedTo(2012), await movedTo()]).toEqual([slug, slug, slug])
})

test('a kind needs a year, a year a model, a model a make', async () => {
  expect((await pageOf({ model: 'golf' })).status).toBe(422)
})
