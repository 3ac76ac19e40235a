import { afterAll, beforeAll, expect, test } from 'vitest'
import { addModel } from '../../testing/rows/vehicle-rows.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { addCodes } from './add-codes.ts'
import { readCodes } from './read-codes.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  const { id } = await addModel(shop, { years: '{[2010,2021]}' })
  await shop.database.pool.query(`update vehicle_models set aliases = '{Rabbit}' where id = $1`, [
    id,
  ])
})
afterAll(() => shop.close())

const add = (...rows: string[]) => {
  const file = ['Scheme,Code,Make,Model,Years,Engine', ...rows].join('\n')
  return shop.database.db
    .transaction()
    .execute((trx) => addCodes(trx, readCodes(Buffer.from(file))))
}

/** @shows row-186 */
test('codes of an own list are added once, by the names and other names of the cars', async () => {
  const rows = [
    'K-Type,58024,Volkswagen,Golf,2012-2014 2018,2.0 diesel',
    ',my code,volkswagen,RABBIT,2012,',
  ]
  expect(await add(...rows)).toBe(3)
  expect(await add(...rows)).toBe(0)
  const { rows: stored } = await shop.database.pool.query(
    `select scheme, code, year_from, year_to, decilitres, fuel from vehicle_codes order by scheme, year_from`,
  )
  expect(stored).toEqual([
    {
      scheme: 'ktype',
      code: '58024',
      year_from: 2012,
      year_to: 2014,
      decilitres: 20,
      fuel: 'diesel',
    },
    {
      scheme: 'ktype',
      code: '58024',
      year_from: 2018,
      year_to: 2018,
      decilitres: 20,
      fuel: 'diesel',
    },
    {
      scheme: 'own',
      code: 'my code',
      year_from: 2012,
      year_to: 2012,
      decilitres: null,
      fuel: null,
    },
  ])
})

/** @shows row-247 */
test('a code with a name of several models means each that was sold in its years', async () => {
  const bmw = { make: 'BMW' }
  const models = [
    await addModel(shop, { ...bmw, model: '328i', years: '{[2007,2016]}' }),
    await addModel(shop, { ...bmw, model: 'M340i', years: '{[2020,2027]}' }),
  ]
  await shop.database.pool.query(
    `update vehicle_models set aliases = '{3 Series}' where id = any($1)`,
    [models.map(({ id }) => id)],
  )
  expect(await add('ktype,7,BMW,3 Series,2012-2018,', 'ktype,8,BMW,328i,1999,')).toBe(2)
  const { rows } = await shop.database.pool.query(
    `select model.name, year_from, year_to from vehicle_codes
     join vehicle_models as model on model.id = model_id where code in ('7', '8') order by code`,
  )
  expect(rows).toEqual([
    { name: '328i', year_from: 2012, year_to: 2016 },
    { name: '328i', year_from: 1999, year_to: 1999 },
  ])
})

/** @shows row-186 */
test('a list of codes is refused with every fault and its line, and one with unknown cars names them', async () => {
  const wrong = [
    'tecdoc,1,Volkswagen,Golf,2012,',
    'ktype,,Volkswagen,Golf,2012,',
    'ktype,1,Volkswagen,,2012,',
    'ktype,1,Volkswagen,Golf,,',
    'ktype,1,Volkswagen,Golf,twelve,',
    'ktype,1,Volkswagen,Golf,2012,fast',
    `ktype,${'1'.repeat(41)},Volkswagen,Golf,2012,`,
  ]
  expect(() =>
    readCodes(Buffer.from(['Scheme,Code,Make,Model,Years,Engine', ...wrong].join('\n'))),
  ).toThrow(
    [
      'Line 2: “tecdoc” is none of the schemes vcdb, ktype, kba, epid, own',
      'Line 3: the code is missing',
      'Line 4: the make or the model is missing',
      'Line 5: the years are missing',
      'Line 6: “twelve” is not a list of years, such as 1999-2006 2010',
      'Line 7: “fast” is not an engine, such as 2.0 diesel',
      'Line 8: the code has more than 40 signs',
    ].join('\n'),
  )
  await expect(add('ktype,1,Trabant,601,1980,')).rejects.toThrow(
    'Trabant 601 is not in the list of cars',
  )
})
