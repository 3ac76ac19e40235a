import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { yearsText } from '#contract/vehicles/years.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { addModel } from '../../testing/rows/vehicle-rows.ts'
import { addVehicles, changesText } from './add-vehicles.ts'
import { readList } from './read-list.ts'
import { seedVehicles, shippedVehicles } from './seed.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.pool.query(
    'truncate vehicle_makes, vehicle_models, fitments, vehicle_wishes, vehicle_codes',
  )
})

const listOf = (...lines: string[]) => readList(Buffer.from(lines.join('\n')))

const add = (...rows: string[]) =>
  shop.database.db
    .transaction()
    .execute((trx) => addVehicles(trx, listOf('Make,Model,Years,Aliases', ...rows), 'import'))

async function models() {
  shop.shop.publicReads.changed()
  const { body } = await shop.call(undefined, vehicles.tree, {})
  return Object.fromEntries(
    body.makes.flatMap((make) =>
      make.models.map((model) => [
        `${make.slug}/${model.slug}`,
        { names: [make.name, model.name], years: model.years, aliases: model.aliases ?? [] },
      ]),
    ),
  )
}

/** @shows row-139 */
test('an own list adds makes, models, years and other names, and takes nothing away', async () => {
  await addModel(shop, { years: '{[2010,2012]}' })
  const changes = await add(
    'Volkswagen,Golf,1974-1983 2012-2013,Caribe',
    'Volkswagen,Polo,,',
    'Škoda,Octavia,1996,Octy; Octa',
    'Škoda,,,Skoda Auto',
  )
  expect(await models()).toEqual({
    'volkswagen/golf': {
      names: ['Volkswagen', 'Golf'],
      aliases: ['Caribe'],
      years: [
        [1974, 1983],
        [2010, 2013],
      ],
    },
    'volkswagen/polo': { names: ['Volkswagen', 'Polo'], aliases: [], years: [] },
    'skoda/octavia': {
      names: ['Škoda', 'Octavia'],
      aliases: ['Octy', 'Octa'],
      years: [[1996, 1996]],
    },
  })
  expect(changesText(changes).split('\n')).toEqual([
    'New makes: 1',
    '  Škoda',
    'New models: 2',
    '  Škoda Octavia: 1996',
    '  Volkswagen Polo: any year',
    'More years or other names: 1',
    '  Volkswagen Golf: 1974-1983 2010-2013',
  ])
})

test('the same list again changes nothing', async () => {
  const rows = ['Volkswagen,Golf,2010-2012,Rabbit', 'Volkswagen,,,VW']
  await add(...rows)
  const before = await models()
  expect(changesText(await add(...rows))).toBe('Nothing new.')
  expect(await models()).toEqual(before)
})

test('a make is known by its other names, and both by their letters and digits', async () => {
  await add('Volkswagen,,,VW', 'Volkswagen,Golf,2010,', 'Ford,F-150,2010,')
  await add('vw,GOLF,2011,', 'FORD,F 150,2011,')
  expect(await models()).toMatchObject({
    'volkswagen/golf': { names: ['Volkswagen', 'Golf'], years: [[2010, 2011]] },
    'ford/f-150': { names: ['Ford', 'F-150'], years: [[2010, 2011]] },
  })
})

test('rows of one model are one model with the years of all', async () => {
  await add('Seat,Ibiza,1984-1993,Ibiza I', 'Seat,Ibiza,1993-2002,Ibiza II')
  expect(await models()).toEqual({
    'seat/ibiza': {
      names: ['Seat', 'Ibiza'],
      aliases: ['Ibiza I', 'Ibiza II'],
      years: [[1984, 2002]],
    },
  })
})

test('an update leaves hidden models hidden, and the names and slugs that a shop has', async () => {
  const { db, pool } = shop.database
  await seedVehicles(db)
  await pool.query(`update vehicle_models set hidden_at = now() where slug = 'golf'`)
  await pool.query(`update vehicle_makes set name = 'VAG' where slug = 'volkswagen'`)
  await pool.query(`update vehicle_models set years = '{[1985,1986]}' where slug = 'jetta'`)
  await pool.query(`delete from vehicle_models where slug = 'passat'`)
  const list = await shippedVehicles()
  const changes = await db.transaction().execute((trx) => addVehicles(trx, list, 'vpic'))
  expect(changes).toEqual({
    makes: [],
    models: ['VAG Passat: 1989-2022'],
    extended: ['VAG Jetta: 1981-2027'],
  })
  const after = await models()
  expect(after['volkswagen/jetta']?.names).toEqual(['VAG', 'Jetta'])
  expect(after['volkswagen/golf']).toBeUndefined()
})

test('lists of spreadsheets are read: semicolons, a byte order mark, columns in any order and case', () => {
  const file = listOf('\uFEFFYEARS;model;Make', '1999 - 2006, 2010;Golf;VW', ';;', '"";T4;VW')
  expect(file.map(({ make, model, years }) => [make, model, yearsText(years)])).toEqual([
    ['VW', 'Golf', '1999-2006 2010'],
    ['VW', 'T4', ''],
  ])
})

test('a list is refused with every fault and its line', () => {
  expect(() =>
    listOf(
      'Make,Model,Years',
      'VW,Golf,1999-2006',
      ',Golf,1999',
      'VW,,1999',
      'VW,Golf,2006-1999',
      'VW,Golf,99',
      'VW,Golf,1885',
      `VW,${'G'.repeat(61)},1999`,
      'VW,***,1999',
    ),
  ).toThrow(
    [
      'Line 3: the make is missing',
      'Line 4: the model is missing',
      'Line 5: “2006-1999” is not a list of years, such as 1999-2006 2010',
      'Line 6: “99” is not a list of years, such as 1999-2006 2010',
      'Line 7: “1885” is not a list of years, such as 1999-2006 2010',
      `Line 8: “${'G'.repeat(61)}” needs a letter from a to z or a digit, and at most 60 characters`,
      'Line 9: “***” needs a letter from a to z or a digit, and at most 60 characters',
    ].join('\n'),
  )
})

test.each([
  ['', 'The file is empty'],
  ['Make,Modell,Years', 'There is no column “Modell”\nThe column Model is missing'],
  ['Make,Model,Years\n"VW,Golf,1999', 'A quotation mark is misplaced or unclosed'],
])('a file that is not a list is refused: %j', (text, message) => {
  expect(() => listOf(text)).toThrow(message)
})

test('a file that is not UTF-8 is refused', () => {
  expect(() => readList(Buffer.from('Make,Model,Years\nCitroën,C3,2002', 'latin1'))).toThrow(
    'UTF-8',
  )
})
