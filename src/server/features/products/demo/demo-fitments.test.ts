import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { Fitment, fitments } from '#contract/fitments/fitments.ts'
import { openShop } from '../../../testing/shop.ts'
import type { TestShop } from '../../../testing/shop.ts'
import { seedVehicles } from '../../vehicles/seed.ts'
import { seedDemoCatalogue } from './demo-catalogue.ts'
import { demoFitments, universalDemoPart } from './demo-fitments.ts'
import { demoProducts } from './demo-products.ts'

/** The verdicts of the demo parts for a car, by name. */
async function verdictsFor(shop: TestShop, vehicle: string, engine?: string) {
  const { body: all } = await shop.call(undefined, products.list, { query: {} })
  const ids = all.map(({ _id }) => _id).join(',')
  const query = { vehicle, products: ids, ...(engine && { engine }) }
  const { body } = await shop.call(undefined, fitments.verdicts, { query })
  return Object.fromEntries(all.map(({ name }, index) => [name, body[index]]))
}

describe('with the shipped list of cars', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop()
    await seedVehicles(shop.database.db)
    await seedDemoCatalogue(shop.database.db)
  })
  afterAll(() => shop.close())

  /** @shows row-141 */
  test('the demo parts show every verdict for a 2014 Golf', async () => {
    const fits = await verdictsFor(shop, 'volkswagen/golf/2014')
    expect(fits).toMatchObject({
      'Brake Pad Set': { verdict: 'fits', positions: ['front'] },
      'Oil Filter': { verdict: 'check', engines: [{ litres: 2.5, fuel: 'petrol' }] },
      'Front Bumper': { verdict: 'check', notes: ['without parking sensors'] },
      'Exhaust Muffler': { verdict: 'does-not-fit' },
      'Jump Starter with Compressor': { verdict: 'universal' },
      'Quarter Panel': { verdict: 'unknown' },
    })
    const unknown = Object.entries(fits).filter(([, fit]) => fit?.verdict === 'unknown')
    expect(unknown.map(([name]) => name)).toEqual(['Quarter Panel'])
  })

  test('the engine decides about the oil filter', async () => {
    const golf = 'volkswagen/golf/2014'
    const matching = await verdictsFor(shop, golf, '2.5l-petrol')
    const other = await verdictsFor(shop, golf, 'other')
    expect(matching).toMatchObject({ 'Oil Filter': { verdict: 'fits' } })
    expect(other).toMatchObject({ 'Oil Filter': { verdict: 'does-not-fit' } })
  })

  test('an electric car needs no spark plugs', async () => {
    const fits = await verdictsFor(shop, 'tesla/model-3/2020')
    expect(fits).toMatchObject({
      'Spark Plug Set': { verdict: 'does-not-fit' },
      'Oil Filter': { verdict: 'does-not-fit' },
      'Wiper Blades': { verdict: 'fits' },
    })
  })

  test('every fitment names years in which its model was sold', async () => {
    const { rows } = await shop.database.pool.query(
      `select fitments.* from fitments join vehicle_models on vehicle_models.id = model_id
       where not years && int4multirange(int4range(year_from, year_to + 1))`,
    )
    expect(rows).toEqual([])
  })
})

test('without cars no demo part says which it fits', async () => {
  const shop = await openShop()
  await seedDemoCatalogue(shop.database.db)
  const { rows } = await shop.database.pool.query(
    `select name from products
     where is_universal or exists (select from fitments where product_id = products.id)`,
  )
  await shop.close()
  expect(rows).toEqual([])
})

test('every fitment is of a demo part, and passes the validation of admins', () => {
  const numbers = demoProducts.map(({ partNumber }) => partNumber)
  expect(numbers).toEqual(expect.arrayContaining([universalDemoPart, ...Object.keys(demoFitments)]))
  for (const fitment of Object.values(demoFitments).flat()) {
    expect(Fitment.parse(fitment)).toEqual(fitment)
  }
})
