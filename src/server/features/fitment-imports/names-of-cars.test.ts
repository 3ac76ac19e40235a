import { expect, test } from 'vitest'
import { fitments } from '#contract/fitments/fitments.ts'
import { openFitmentImportTests, rowOf } from '../../testing/steps/fitment-files.ts'
import { addVehicles } from '../vehicles/add-vehicles.ts'
import { shippedVehicles } from '../vehicles/seed.ts'

const { shop, desk, query, part, checksum, fitsOf, importNow } = await openFitmentImportTests()
const shipped = await shippedVehicles()
await shop.database.db.transaction().execute((trx) => addVehicles(trx, shipped, 'vpic'))

const car = (make: string, model: string, years: string) => ({
  Make: make,
  Model: model,
  Years: years,
})

const verdictFor = async (id: string, vehicle: string) => {
  const { body } = await shop.call(undefined, fitments.verdicts, {
    query: { products: id, vehicle },
  })
  return body[0]?.verdict
}

/** @shows row-247 */
test('a name of several models means each that was sold in the years of the row, as the dry run says', async () => {
  const { id, number } = await part()
  const start = await checksum()
  const checked = await desk.check([rowOf(number, car('BMW', '3 Series', '2012-2018'))])
  expect(checked).toMatchObject({ counts: { new: 9, wrong: 0 } })
  expect(checked.remarks).toEqual([{ remark: 'The file says “BMW 3 Series” 2012-2018', rows: 9 }])
  const rows = await desk.rowsOf(checked, { limit: 50 })
  expect(rows.map(({ line, note }) => ({ line, note }))).toContainEqual({
    line: 2,
    note: 'The file says “BMW 3 Series” 2012-2018',
  })
  await desk.work('apply', checked)
  const fits = await fitsOf(id)
  expect(fits.map(({ name, year_from: from, year_to: to }) => [name, from, to])).toContainEqual([
    '328i',
    2012,
    2016,
  ])
  expect(await verdictFor(id, 'bmw/328i/2015')).toBe('fits')
  expect(await verdictFor(id, 'bmw/m340i/2020')).toBe('does-not-fit')
  await desk.work('undo', checked)
  expect(await checksum()).toBe(start)
})

/** @shows row-247 */
test('a model that had another name in some of the years is meant in these', async () => {
  const { id, number } = await part()
  await importNow([
    rowOf(number, car('Volkswagen', 'Golf', '2004-2009')),
    rowOf(number, car('MINI', 'Cooper', '2014-2016')),
  ])
  const fits = await fitsOf(id)
  expect(fits.map(({ name, year_from: from, year_to: to }) => [name, from, to])).toEqual([
    ['Golf', 2004, 2006],
    ['Hardtop', 2014, 2016],
    ['Rabbit', 2007, 2009],
  ])
  expect(await verdictFor(id, 'volkswagen/rabbit/2008')).toBe('fits')
  const span = rowOf((await part()).number, car('VW', 'Golf', '2004-2016'))
  await importNow([span])
  expect((await desk.check([span])).counts).toMatchObject({ removed: 0, unchanged: 2 })
  expect(await verdictFor(id, 'mini/hardtop/2015')).toBe('fits')
  const again = await desk.check((await desk.exported()).filter((row) => row['Id'] === id))
  expect(again.counts).toMatchObject({ new: 0, changed: 0, removed: 0, unchanged: 3 })
})

/** @shows row-247 */
test('years in which a car was not sold are pointed out, and a row without any other is wrong', async () => {
  const { number } = await part()
  const checked = await desk.check([
    rowOf(number, car('Tesla', 'Model 3', '2012-2014')),
    rowOf(number, car('Acura', 'CL', '2000')),
    rowOf(number, car('Honda', 'Civic', '2012-2099')),
    rowOf(number, car('Tesla', 'Model 3', '2012-2018')),
    rowOf(number, car('Acura', 'CL', '1980-2014')),
  ])
  const rows = await desk.rowsOf(checked)
  expect(rows.map(({ line, problems, note }) => [line, problems[0] ?? note])).toEqual([
    [2, 'Tesla Model 3 was not sold in 2012-2014, only in 2017-2027'],
    [3, 'Acura CL was not sold in 2000, only in 1987-1999 2001-2003'],
    [4, 'The file says “Honda Civic” 2012-2099, which was sold until 2027'],
    [5, 'The file says “Tesla Model 3” 2012-2018, which was sold from 2017'],
    [6, 'The file says “Acura CL” 1980-2014, which was sold from 1987 until 2003'],
  ])
})

/** @shows row-247 */
test('a fitment that is stored with other years is taken back as it is', async () => {
  const { id, number } = await part()
  await query(
    `insert into fitments (product_id, model_id, year_from, year_to)
     select $1, id, 2004, 2009 from vehicle_models where slug = 'golf'`,
    [id],
  )
  const checked = await desk.check([rowOf(number, car('VW', 'Golf', '2004-2009'))])
  expect(checked.counts).toMatchObject({ new: 0, changed: 0, removed: 0, unchanged: 1 })
  expect(checked.remarks).toEqual([])
})

/** @shows row-247 */
test('a file whose names mean more fitments than a file may have is refused', async () => {
  const { number } = await part()
  const [{ id: make }] = await query(
    `insert into vehicle_makes (slug, name) values ('manifold', 'Manifold') returning id`,
  )
  await query(
    `insert into vehicle_models (make_id, slug, name, aliases, source)
     select $1, 'm' || n, 'M' || n, '{Series}', 'admin' from generate_series(1, 600) as n`,
    [make],
  )
  const cells = rowOf(number, car('Manifold', 'Series', '2012'))
  const checked = await desk.check(Array.from({ length: 1_700 }, () => cells))
  expect(checked).toMatchObject({
    state: 'failed',
    problem: 'The models of this file make more than 1,000,000 fitments. Split it',
  })
})

/** @shows row-248 */
test('years, engines, positions and submodels are read as catalogues write them, and the rest becomes a condition', async () => {
  const { id, number } = await part()
  const civic = (cells: object) => ({
    ...rowOf(number, { Make: 'Honda', Model: 'Civic' }),
    Position: '',
    Submodel: '',
    Engine: '',
    Note: '',
    Qty: '',
    ...cells,
  })
  await importNow([
    civic({ Years: '2024-' }),
    civic({ Years: '05/2012-11/2016', Note: 'Sedan' }),
    civic({ Years: '2001', Position: 'Front, Left', Qty: '2.0' }),
    civic({ Years: '2002', Engine: '2.0L L4 GAS DOHC Turbo' }),
    civic({ Years: '2003', Submodel: 'EX', Engine: '1998cc' }),
    civic({ Years: '2004', Position: 'Front Upper', Submodel: 'All' }),
  ])
  const none = { decilitres: null, cylinders: null, fuel: null, position: null, per_car: null }
  const fit = (from: number, to: number, facts: object) => ({
    name: 'Civic',
    year_from: from,
    year_to: to,
    ...none,
    note: null,
    ...facts,
  })
  expect(await fitsOf(id)).toEqual([
    fit(2001, 2001, { position: 'front-left', per_car: 2 }),
    fit(2002, 2002, { decilitres: 20, cylinders: 4, note: 'Engine 2.0L L4 GAS DOHC Turbo' }),
    fit(2003, 2003, { decilitres: 20, note: 'Submodel EX' }),
    fit(2004, 2004, { position: 'front', note: 'Position Front Upper' }),
    fit(2012, 2016, { note: 'Sedan; Built 05/2012-11/2016' }),
    fit(2024, 2027, {}),
  ])
  expect(await verdictFor(id, 'honda/civic/2003')).toBe('check')
  expect(await verdictFor(id, 'honda/civic/2025')).toBe('fits')
})
