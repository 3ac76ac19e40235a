import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createVehicleFinder } from '#contract/vehicles/find-vehicle.ts'
import { nameKey } from '#contract/vehicles/vehicle-key.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import type { VehicleModel } from '#contract/vehicles/vehicles.ts'
import { sampleOf } from '../../testing/sample.ts'
import { openFitmentImportTests, rowOf } from '../../testing/steps/fitment-files.ts'
import { addVehicles } from '../vehicles/add-vehicles.ts'
import { shippedVehicles } from '../vehicles/seed.ts'

const { shop, desk, query, part } = await openFitmentImportTests()
const shipped = await shippedVehicles()
await shop.database.db.transaction().execute((trx) => addVehicles(trx, shipped, 'vpic'))

/** @shows row-247 */
test('a thousand names and years mean in a file what they mean where a car is chosen', async () => {
  const { makes } = (await shop.call(undefined, vehicles.tree, {})).body
  const find = createVehicleFinder(makes)
  const named = makes.flatMap((make) =>
    make.models.flatMap((model) =>
      [make.name, ...(make.aliases ?? [])].flatMap((ofMake) =>
        [model.name, ...(model.aliases ?? [])].map((ofModel) => ({ make: ofMake, model: ofModel })),
      ),
    ),
  )
  const anyCar = fc.record({
    name: fc.constantFrom(...named),
    year: fc.integer({ min: 1981, max: 2027 }),
  })
  const cars = sampleOf('cars as chosen', fc.sample(anyCar, { numRuns: 1_000, seed: 1 }), textOf)

  const { number } = await part()
  const file = cars.map(({ name: { make, model }, year }) =>
    rowOf(number, { Make: make, Model: model, Years: `${year}` }),
  )
  const checked = await desk.check(file)
  const rows = await query(
    `select array_remove(array_agg(make.name || '/' || model.name), null) as cars
     from fitment_import_rows r
     left join vehicle_models model on model.id = r.model_id
     left join vehicle_makes make on make.id = model.make_id
     where import_id = $1 group by line order by line`,
    [checked._id],
  )
  for (const [index, written] of cars.entries()) {
    const { name, year } = written
    const text = textOf(written)
    const inFile: string[] = rows[index].cars
    const chosen = find(text, 5_000).filter(({ model, year: of }) => model && of === year)
    const names = chosen.map(({ make, model }) => `${make.name}/${model?.name}`)
    const named = chosen.filter(({ model }) => namesOf(model).includes(nameKey(name.model)))
    expect(named.length > 0, text).toBe(inFile.length > 0)
    if (inFile.length > 0) expect(inFile, text).toContain(names[0])
    expect(names, text).toEqual(expect.arrayContaining(inFile))
  }
}, 60_000)

const namesOf = (model: VehicleModel | null) =>
  [model?.name ?? '', ...(model?.aliases ?? [])].map(nameKey)

interface Written {
  name: { make: string; model: string }
  year: number
}

const textOf = ({ name, year }: Written) => `${name.make} ${name.model} ${year}`
