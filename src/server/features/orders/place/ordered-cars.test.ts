import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { OneOrder, orders } from '#contract/orders/orders.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { orderOfLines } from '../../../testing/order-lines.ts'
import { openPayments, orderOf } from '../../../testing/payments.ts'
import type { Part } from '../../../testing/payments.ts'
import type { TestUser } from '../../../testing/shop.ts'
import { carSteps } from '../../../testing/steps/cars.ts'
import { findPerson } from '../../privacy/account-rows.ts'
import { accountData } from '../../privacy/download.ts'

const { shop, steps } = await openPayments()
const cars = carSteps(shop)

interface Car {
  vehicle?: string
  engine?: string
}

const place = (user: TestUser, part: Part, car: Car, idempotencyKey?: string) =>
  shop.call(
    user,
    orders.place,
    { body: { ...orderOf(part, 10), ...car } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )

/** Vehicle and verdict of each line, as the buyer reads them. */
const carsOf = async (user: TestUser, id: string) =>
  OneOrder.parse(await steps.read(user, id)).lines.map(({ vehicle, verdict }) => [vehicle, verdict])

/** @shows row-145 */
test.each([
  ['with a key', true],
  ['without a key', false],
])(
  'an order %s keeps the name of its car and whether the part fitted it then',
  async (_, hasKey) => {
    const mia = await shop.signIn()
    const car = await cars.addCar({ make: 'Seat', model: hasKey ? 'Ibiza' : 'Toledo' })
    const part = await shop.stock()
    await cars.fit(part, car)
    const { body } = await place(mia, part, car, hasKey ? randomUUID() : undefined)
    await steps.query('delete from fitments where product_id = $1', [part.id])
    await steps.query(`update vehicle_models set name = 'Cordoba' where id = $1`, [car.model])
    expect(await carsOf(mia, body.insertedId)).toEqual([[car.name, 'fits']])
  },
)

/** @shows row-145 */
test('each line of an order has a car of its own, with its engine, and its own verdict', async () => {
  const mia = await shop.signIn()
  const golf = await cars.addCar()
  const civic = await cars.addCar({ make: 'Honda', model: 'Civic' })
  const parts = await Promise.all(Array.from({ length: 6 }, () => shop.stock()))
  await cars.fit(parts[0]!, golf, { litres: 2.5, fuel: 'petrol' })
  await cars.fit(parts[1]!, golf, { litres: 2.5 })
  await cars.fit(parts[2]!, golf)
  await steps.query('update products set is_universal = true where id = $1', [parts[4]!.id])
  const { lines, price } = orderOfLines(parts.map((part) => [part, 10] as const))
  const of = { vehicle: golf.vehicle }
  const wanted = [
    { ...of, engine: '2.5l-petrol' },
    of,
    { vehicle: civic.vehicle },
    { ...of, engine: 'other' },
    of,
    {},
  ]
  const body = { price, lines: lines.map((line, index) => ({ ...line, ...wanted[index] })) }
  const placed = await shop.call(mia, quickOrder.place, { body })
  expect(await carsOf(mia, placed.body.insertedId)).toEqual([
    ['2014 Volkswagen Golf, 2.5 L petrol', 'fits'],
    ['2014 Volkswagen Golf', 'check'],
    ['2014 Honda Civic', 'does-not-fit'],
    ['2014 Volkswagen Golf, another engine', 'unknown'],
    ['2014 Volkswagen Golf', 'universal'],
    [undefined, undefined],
  ])
})

/** @shows row-145 */
test('whether an ordered part fits is never taken from the client', async () => {
  const mia = await shop.signIn()
  const [car, part] = [await cars.addCar(), await shop.stock()]
  await cars.fit(part, await cars.addCar({ model: 'Jetta' }))
  const sent = { vehicle: car.vehicle, verdict: 'fits', name: part.name }
  const { body } = await place(mia, part, sent)
  expect(await carsOf(mia, body.insertedId)).toEqual([['2014 Volkswagen Golf', 'does-not-fit']])
  const { lines, price } = orderOfLines([[part, 20]])
  const listed = { lines: lines.map((line) => ({ ...line, ...sent })), price }
  const placed = await shop.call(mia, quickOrder.place, { body: listed })
  expect(await carsOf(mia, placed.body.insertedId)).toEqual([
    ['2014 Volkswagen Golf', 'does-not-fit'],
  ])
})

/** @shows row-145 */
test('an order for an unknown car is accepted and kept without the car', async () => {
  const mia = await shop.signIn()
  const [car, part] = [await cars.addCar(), await shop.stock()]
  const unknown = [
    { vehicle: 'no-such-make/golf/2014' },
    { vehicle: car.vehicle.replace('golf', 'no-such-model') },
    { vehicle: car.vehicle.replace('2014', '1950') },
    { engine: '2.5l-petrol' },
  ]
  for (const car of unknown) {
    const placed = await place(mia, part, car, randomUUID())
    expect(placed.status).toBe(200)
    expect(await carsOf(mia, placed.body.insertedId)).toEqual([[undefined, undefined]])
  }
})

/** @shows row-145 */
test.each(['2014 Volkswagen Golf', 'volkswagen/golf', "volkswagen/golf/2014'; --"])(
  'a car is named by its key: %s is refused',
  async (vehicle) => {
    const placed = await place(await shop.signIn(), await shop.stock(), { vehicle })
    expect([placed.status, placed.body.code]).toEqual([422, 'invalid'])
  },
)

/** @shows row-145 */
test('a name that is too long for a line is cut off', async () => {
  const mia = await shop.signIn()
  const car = await cars.addCar({ make: 'M'.repeat(60), model: 'G'.repeat(60) })
  const { body } = await place(mia, await shop.stock(), { ...car, engine: '2.5l-petrol' })
  expect(await carsOf(mia, body.insertedId)).toEqual([[car.name.slice(0, 120), 'unknown']])
})

test('an order repeated for another car is a new one, and for the same car a repetition', async () => {
  const mia = await shop.signIn()
  const [golf, jetta] = [await cars.addCar(), await cars.addCar({ model: 'Jetta' })]
  const part = await shop.stock()
  const ids = []
  for (const { vehicle } of [golf, golf, jetta]) {
    ids.push((await place(mia, part, { vehicle })).body.insertedId)
  }
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

/** @shows row-145 */
test('car and verdict of a line never change, and none is without the other', async () => {
  const mia = await shop.signIn()
  const [car, part] = [await cars.addCar(), await shop.stock()]
  const { body } = await place(mia, part, car)
  const id = body.insertedId
  await expect(
    steps.query(`update order_lines set verdict = 'fits' where order_id = $1`, [id]),
  ).rejects.toThrow('order_lines')
  const insert = ([vehicle, verdict]: readonly (string | null)[]) =>
    steps.query(
      `insert into order_lines select order_id, 2, $2::uuid, name, img, part_number, unit_price_cents,
         quantity, minimum_order, pack_size, $3, $4
       from order_lines where order_id = $1`,
      [id, part.id, vehicle, verdict],
    )
  for (const values of [
    ['2014 Volkswagen Golf', null],
    [null, 'fits'],
    ['2014 Volkswagen Golf', 'perhaps'],
    ['', 'fits'],
    ['G'.repeat(121), 'fits'],
  ] as const) {
    await expect(insert(values)).rejects.toThrow('order_lines_car')
  }
})

/** @shows row-145, P9 */
test('the download of an account has the cars of its orders', async () => {
  const mia = await shop.signIn()
  const [car, part] = [await cars.addCar(), await shop.stock()]
  await place(mia, part, car)
  const person = await findPerson(shop.database.db, 'email', mia.email)
  let text = ''
  for await (const part of accountData(shop.database.pool, person!)) text += part
  expect(text).toContain('"vehicle":"2014 Volkswagen Golf","verdict":"unknown"')
})
