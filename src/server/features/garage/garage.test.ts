import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { garage } from '#contract/garage.ts'
import { carsMax } from '#contract/garage-car.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const golf = { id: 7, vehicle: 'volkswagen/golf/2014', make: 'Volkswagen', model: 'Golf' }
const blue = { ...golf, id: 8, engine: '2.5l-petrol', ownName: 'Mrs. Kim, blue' }

const read = async (user: TestUser) => (await shop.call(user, garage.read, {})).body

const keep = (user: TestUser, cars: object[], seen?: string | null) =>
  shop.call(user, garage.keep, { body: { cars: cars as (typeof golf)[], ...(seen && { seen }) } })

/** @shows row-184 */
test('an account keeps no cars until it asks for it, then the same ones on every device, and none after it ended', async () => {
  const mia = await shop.signIn()
  expect(await read(mia)).toEqual({ version: null, cars: [] })
  const { body } = await keep(mia, [golf, blue])
  const phone = await shop.signIn({ uid: mia.uid, email: mia.email })
  expect(await read(phone)).toEqual({ version: body.version, cars: [golf, blue] })
  const other = await shop.signIn()
  expect(await read(other)).toEqual({ version: null, cars: [] })
  await keep(other, [golf])
  await keep(other, [], body.version)
  expect((await read(mia)).cars).toEqual([golf, blue])
  expect((await shop.call(phone, garage.remove, {})).body).toEqual({ deletedCount: 1 })
  expect(await read(mia)).toEqual({ version: null, cars: [] })
  expect((await read(other)).cars).toEqual([golf])
  const { rows } = await shop.database.pool.query(
    `select cars from garages where cars::text ~ 'Kim'`,
  )
  expect(rows).toEqual([])
})

/** @shows row-184 */
test('a device that has not seen the last change, or the end, overwrites neither', async () => {
  const mia = await shop.signIn()
  const { body: first } = await keep(mia, [golf])
  const { body: second } = await keep(mia, [golf, blue], first.version)
  expect(second.version).not.toBe(first.version)
  for (const seen of [first.version, randomUUID(), undefined]) {
    const late = await keep(mia, [], seen)
    expect([late.status, late.body.code]).toEqual([409, 'changed-meanwhile'])
  }
  expect(await read(mia)).toEqual({ version: second.version, cars: [golf, blue] })
  expect((await keep(mia, [golf, blue])).body).toEqual({ version: second.version })
  await shop.call(mia, garage.remove, {})
  expect((await keep(mia, [golf], second.version)).status).toBe(409)
  expect(await read(mia)).toEqual({ version: null, cars: [] })
})

/** @shows row-184 */
test('of simultaneous changes of the same version one is stored and four are refused', async () => {
  const mia = await shop.signIn()
  const { body } = await keep(mia, [])
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, id) => keep(mia, [{ ...golf, id: id + 1 }], body.version)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await read(mia)).cars).toHaveLength(1)
})

/** @shows row-184, asvs-2.2.1 */
test.each([
  ['a key that names no car', [{ ...golf, vehicle: 'golf' }], 'cars.0.vehicle'],
  ['an engine that is none', [{ ...golf, engine: 'fast' }], 'cars.0.engine'],
  ['a name with a line break', [{ ...golf, ownName: 'a\nb' }], 'cars.0.ownName'],
  ['a name that is too long', [{ ...golf, ownName: 'a'.repeat(41) }], 'cars.0.ownName'],
  ['no model', [{ ...golf, model: '' }], 'cars.0.model'],
  ['the same car twice', [golf, golf], 'cars'],
  [
    'too many cars',
    Array.from({ length: carsMax + 1 }, (_, id) => ({ ...golf, id: id + 1 })),
    'cars',
  ],
])('%s is refused, and named', async (_, cars, field) => {
  const { status, body } = await keep(await shop.signIn(), cars)
  expect([status, body.errors?.map((error) => error.field)]).toEqual([422, [field]])
})

/** @shows row-184 */
test('facts that no page sends, such as a VIN, are not stored', async () => {
  const mia = await shop.signIn()
  await keep(mia, [{ ...golf, vin: '1FTFW1E59NKD69096' }])
  expect((await read(mia)).cars).toEqual([golf])
  const { rows } = await shop.database.pool.query(
    `select cars from garages where cars::text ~ '1FTF'`,
  )
  expect(rows).toEqual([])
})
