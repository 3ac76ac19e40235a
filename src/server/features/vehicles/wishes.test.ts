import { afterAll, expect, test } from 'vitest'
import { manageVehicles } from '#contract/vehicles/manage-vehicles.ts'
import { addCars, addFitments, fitmentFor } from '../../testing/rows/vehicle-rows.ts'
import { openShop } from '../../testing/shop.ts'
import { createWishes } from './wishes.ts'

const shop = await openShop()
afterAll(() => shop.close())
const ada = await shop.signIn({ name: 'Ada', isAdmin: true })
const golf = 'volkswagen/golf/2014'
await addCars(shop, golf, 'honda/civic/2012')
const { wishes } = shop.shop

const list = async (query: string) =>
  (await shop.app.inject({ url: `/api/products?limit=24&${query}` })).json().length as number

async function asked() {
  await wishes.store(shop.database.db)
  const { body } = await shop.call(ada, manageVehicles.wishes, {})
  return body.map(({ car, kind, count }) => [car, kind, count])
}

/** @shows row-160 */
test('a car without parts is counted by kind, without who asked, and one with parts is not', async () => {
  const { id } = await shop.stock({ kind: 'brakes' })
  await addFitments(shop, id, [fitmentFor('honda/civic/2012')])
  expect(await list(`vehicle=${golf}`)).toBe(0)
  expect(await list(`vehicle=${golf}&kind=brakes&page=1`)).toBe(0)
  expect(await list(`vehicle=${golf}&kind=brakes&sort=name`)).toBe(0)
  expect(await list('vehicle=honda/civic/2012')).toBe(1)
  // Asked for something else than parts for the car.
  expect(await list(`vehicle=${golf}&page=2`)).toBe(0)
  expect(await list(`vehicle=${golf}&q=lamp`)).toBe(0)
  expect(await list(`vehicle=${golf}&fits=every-car`)).toBe(0)
  expect(await asked()).toEqual([
    ['2014 Volkswagen Golf', 'brakes', 2],
    ['2014 Volkswagen Golf', null, 1],
  ])
  const { rows } = await shop.database.pool.query(`select * from vehicle_wishes limit 1`)
  expect(Object.keys(rows[0])).toEqual(['day', 'model_id', 'year', 'kind', 'count'])
})

test('counts of several nodes and minutes add up', async () => {
  const { database } = shop
  const other = createWishes()
  other.count('honda/civic/2012', null)
  wishes.count('honda/civic/2012', null)
  wishes.count('nobodys/car/2012', null)
  await Promise.all([other.store(database.db), wishes.store(database.db)])
  expect(await asked()).toContainEqual(['2012 Honda Civic', null, 2])
})
