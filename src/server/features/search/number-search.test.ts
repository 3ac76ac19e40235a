import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductNumber } from '#contract/numbers/product-numbers.ts'
import { products } from '#contract/products/products.ts'
import { insertNumbers } from '../numbers/change-numbers.ts'
import { addCars, fitmentFor } from '../../testing/rows/vehicle-rows.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { findModels, insertFitments } from '../fitments/store-fitments.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function part(name: string, partNumber: string, ...numbers: ProductNumber[]) {
  const { id } = await shop.stock({ name, partNumber })
  await shop.database.db.transaction().execute((trx) => insertNumbers(trx, id, numbers))
  return id
}

const oem = (number: string, brand = 'Volkswagen') => ({ kind: 'oem', brand, number }) as const
const interchange = (number: string) => ({ kind: 'interchange', brand: 'Kestner', number }) as const

const found = async (q: string, query = {}) =>
  (await shop.call(undefined, products.list, { query: { q, ...query } })).body

const suggested = async (q: string) =>
  (await shop.call(undefined, products.suggestions, { query: { q } })).body

/** @shows row-163 */
test('a search and its suggestions find a part by any number, the exact one first, and say by which', async () => {
  const named = await part('Clip for 6R0 615 301 pads', 'AP-TS-1001')
  const disc = await part('Disc of the test', 'AP-TS-1002', oem('6R0 615 301'))
  const via = { kind: 'oem', brand: 'Volkswagen', number: '6R0 615 301' }
  for (const q of ['6R0 615 301', '6r0615301', '6R0-615-301', '6r0.615/301']) {
    const [first] = await found(q)
    expect([q, first?._id, first?.via]).toEqual([q, disc, via])
    const [option] = (await suggested(q)).products
    expect([q, option?._id, option?.via]).toEqual([q, disc, via])
  }
  const all = await found('6R0 615 301')
  expect(all.map(({ _id, via: how }) => [_id, how?.kind])).toEqual([
    [disc, 'oem'],
    [named, undefined],
  ])
  expect((await found('6R0 615 301', { sort: 'name' })).map(({ _id }) => _id)).toEqual([
    named,
    disc,
  ])
  expect((await found('AP-TS-1002'))[0]?.via?.kind).toBe('own')
})

/** @shows row-163 */
test('a part of another number finds its part, while it is typed too', async () => {
  const id = await part('Belt of the test', 'AP-TS-1003', oem('06B 903 137'))
  expect((await suggested('06b903')).products.map(({ _id }) => _id)).toEqual([id])
  expect((await found('903-137')).map(({ _id }) => _id)).toEqual([id])
})

/** @shows row-163 */
test('one wrong digit finds up to five parts if nothing else is found, and never while typing', async () => {
  const ids: string[] = []
  for (const last of [1, 2, 3, 4, 5, 6]) {
    ids.push(await part(`Lamp ${last} of the test`, `AP-TS-110${last}`, oem(`7M3 941 70${last}`)))
  }
  const exact = await found('7m3 941 703')
  expect(exact.map(({ _id }) => _id)).toEqual([ids[2]])
  const near = await found('7M3 941 709')
  expect(near).toHaveLength(5)
  expect(near.every(({ via }) => via?.kind === 'oem')).toBe(true)
  const { body } = await shop.call(undefined, products.found, { query: { q: '7M3 941 709' } })
  expect([body.count, body.didYouMean]).toEqual([5, near[0]?.via?.number])
  expect((await suggested('7M3 941 709')).products).toEqual([])
  expect(await found('7M3 941 799')).toEqual([])
  expect((await found('AP-TX-1101'))[0]?._id).toBe(ids[0])
})

async function makeFit(id: string, car: string) {
  const { db } = shop.database
  const models = await findModels(db, [fitmentFor(car)])
  await db.transaction().execute((trx) => insertFitments(trx, id, models))
}

/** @shows row-163 */
test('the number of a part that does not fit the car finds no part of a similar number', async () => {
  await addCars(shop, 'seat/leon/2014', 'honda/jazz/2012')
  await makeFit(await part('Hose of the Leon', 'AP-TS-1301'), 'seat/leon/2014')
  await makeFit(await part('Hose of the Jazz', 'AP-TS-1302'), 'honda/jazz/2012')
  const query = { vehicle: 'seat/leon/2014' }
  expect(await found('AP-TS-1302', query)).toEqual([])
  expect((await found('AP-TS-1309', query)).map(({ name }) => name)).toEqual(['Hose of the Leon'])
})

/** @shows row-163 */
test('a part found by an interchange number has its own verdict for the car', async () => {
  await addCars(shop, 'volkswagen/golf/2014', 'honda/civic/2012')
  const golf = await part('Pads of the Golf', 'AP-TS-1201', interchange('86 494 777'))
  const civic = await part('Pads of the Civic', 'AP-TS-1202', interchange('86 494 777'))
  await makeFit(golf, 'volkswagen/golf/2014')
  await makeFit(civic, 'honda/civic/2012')
  const both = await found('86494777')
  expect(both.map(({ via }) => via?.kind)).toEqual(['interchange', 'interchange'])
  const forCar = await found('86494777', { vehicle: 'volkswagen/golf/2014' })
  expect(forCar.map(({ _id, fit, via }) => [_id, fit?.verdict, via?.kind])).toEqual([
    [golf, 'fits', 'interchange'],
  ])
})
