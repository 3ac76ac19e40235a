import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { fitments } from '#contract/fitments/fitments.ts'
import type { Fitment } from '#contract/fitments/fitments.ts'
import { addCars, addFitments, fitmentFor } from '../../testing/rows/vehicle-rows.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { carOf } from './cars.ts'

const golf = 'volkswagen/golf/2014'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  await addCars(shop, golf, 'tesla/model-3/2020')
})
afterAll(() => shop.close())

async function part(...all: Fitment[]) {
  const { id } = await shop.stock()
  await addFitments(shop, id, all)
  return id
}

async function universalPart() {
  const { id } = await shop.stock()
  await shop.database.pool.query('update products set is_universal = true where id = $1', [id])
  return id
}

async function verdictsOf(ids: string[], query: { vehicle?: string; engine?: string } = {}) {
  const { body } = await shop.call(undefined, fitments.verdicts, {
    query: { vehicle: golf, ...query, products: ids.join(',') },
  })
  return body
}

const wordsOf = async (ids: string[], query = {}) =>
  (await verdictsOf(ids, query)).map(({ verdict }) => verdict)

/** @shows row-141 */
test('each product has its verdict for a car, in the order of the ids', async () => {
  const ids = [
    await part(fitmentFor(golf)),
    await part(fitmentFor(golf, { litres: 2.5, fuel: 'petrol' })),
    await part(fitmentFor('tesla/model-3/2014')),
    await universalPart(),
    await part(),
  ]
  const words = ['fits', 'check', 'does-not-fit', 'universal', 'unknown']
  expect(await wordsOf(ids)).toEqual(words)
  expect(await wordsOf(ids.toReversed())).toEqual(words.toReversed())
})

test('a part of another engine does not fit, and one of the same does', async () => {
  const id = await part(fitmentFor(golf, { litres: 2.5, fuel: 'petrol' }))
  expect(await wordsOf([id], { engine: '2.5l-petrol' })).toEqual(['fits'])
  expect(await wordsOf([id], { engine: '2.0l-diesel' })).toEqual(['does-not-fit'])
  expect(await wordsOf([id], { engine: 'other' })).toEqual(['does-not-fit'])
})

test('what fits only under conditions comes with them, and with nothing of other cars', async () => {
  const id = await part(
    fitmentFor(golf, { litres: 2.5, position: 'front', perCar: 2, note: 'not for the GTI' }),
    fitmentFor('tesla/model-3/2020', { note: 'of another car' }),
  )
  expect(await verdictsOf([id])).toEqual([
    {
      verdict: 'check',
      engines: [{ litres: 2.5, cylinders: null, fuel: null }],
      notes: ['not for the GTI'],
      positions: ['front'],
      perCar: 2,
    },
  ])
})

test('the years of a fitment include the first and the last', async () => {
  const id = await part(fitmentFor(golf, { yearFrom: 2010, yearTo: 2012 }))
  const in2009To2013 = [2009, 2010, 2012, 2013].map(async (year) => {
    const [word] = await wordsOf([id], { vehicle: `volkswagen/golf/${year}` })
    return word
  })
  expect(await Promise.all(in2009To2013)).toEqual(['does-not-fit', 'fits', 'fits', 'does-not-fit'])
})

test('nothing is known of a product that is not in the shop', async () => {
  const admin = await shop.signIn({ isAdmin: true })
  const archived = await universalPart()
  await shop.call(admin, products.remove, { params: { id: archived } })
  expect(await wordsOf([archived, randomUUID()])).toEqual(['unknown', 'unknown'])
})

test('an id in capital letters and one named twice have their verdicts', async () => {
  const id = await part(fitmentFor(golf))
  expect(await wordsOf([id, id.toUpperCase(), id])).toEqual(['fits', 'fits', 'fits'])
})

test.each([
  'nobodys/golf/2014',
  'volkswagen/nobodys/2014',
  'volkswagen/golf/1950',
  'tesla/golf/2014',
])('a car that was never sold is not found: %s', async (vehicle) => {
  const { status, body } = await shop.call(undefined, fitments.verdicts, {
    query: { vehicle, products: randomUUID() },
  })
  expect([status, body.code, body.detail]).toEqual([404, 'not-found', 'Unknown car'])
})

test.each([
  ['vehicle', { vehicle: 'golf 14', products: randomUUID() }],
  ['engine', { vehicle: golf, engine: 'two litres', products: randomUUID() }],
  ['products.0', { vehicle: golf, products: '' }],
  ['products', { vehicle: golf, products: Array.from({ length: 49 }, randomUUID).join(',') }],
])('a request with an invalid %s is refused', async (field, query) => {
  const { status, body } = await shop.call(undefined, fitments.verdicts, { query })
  expect([status, body.errors?.[0]?.field]).toEqual([422, field])
})

test('a car has its name and engine', async () => {
  expect(await carOf(shop.database.pool, golf, '2.0l-diesel')).toEqual({
    modelId: expect.any(Number),
    year: 2014,
    engine: { litres: 2, cylinders: null, fuel: 'diesel' },
    name: '2014 Volkswagen Golf',
  })
})
