import { beforeEach, expect, test } from 'vitest'
import { cart, savedLists } from '#contract/cart/cart.ts'
import type { CombinedLines } from '#contract/cart/cart.ts'
import type { TestUser } from '../../testing/shop.ts'
import { carSteps } from '../../testing/steps/cars.ts'
import { openCarts } from '../../testing/steps/carts.ts'
import type { Part } from '../../testing/steps/carts.ts'

const { shop, stockParts, cartOf } = await openCarts()
const cars = carSteps(shop)
let mia: TestUser
let pads: Part
let lamp: Part
beforeEach(async () => {
  mia = await shop.signIn()
  ;[pads, lamp] = await stockParts()
})

interface Keys {
  vehicle?: string
  engine?: string
}

const lineOf = ({ id, price }: Part, keys: Keys = {}) => ({
  product: id,
  quantity: 10,
  seenPrice: price,
  ...keys,
})

const combine = (how: CombinedLines['how'], ...lines: CombinedLines['lines']) =>
  shop.call(mia, cart.combine, { body: { how, lines } })

const carsOf = async () => (await cartOf(mia)).map(({ car }) => car)

/** @shows row-145 */
test('a line of a cart keeps its car and engine, with its current name and verdict', async () => {
  const { vehicle, name } = await cars.addCar()
  await cars.fit(pads, { vehicle }, { litres: 2.5 })
  await combine('add', lineOf(pads, { vehicle, engine: '2.5l-petrol' }), lineOf(lamp))
  const car = { vehicle, engine: '2.5l-petrol', name: `${name}, 2.5 L petrol`, verdict: 'fits' }
  expect(await carsOf()).toEqual([car, undefined])
  await shop.database.pool.query('update fitments set decilitres = 20 where product_id = $1', [
    pads.id,
  ])
  expect(await carsOf()).toEqual([{ ...car, verdict: 'does-not-fit' }, undefined])
})

/** @shows row-145 */
test.each(['add', 'larger'] as const)(
  'a line that is joined by %s keeps its car without another, and takes the other without its engine',
  async (how) => {
    const [golf, jetta] = [await cars.addCar(), await cars.addCar({ model: 'Jetta' })]
    await combine(how, lineOf(pads, { vehicle: golf.vehicle, engine: 'other' }))
    expect((await combine(how, lineOf(pads))).status).toBe(200)
    expect(await carsOf()).toMatchObject([{ vehicle: golf.vehicle, engine: 'other' }])
    await combine(how, lineOf(pads, { vehicle: jetta.vehicle }))
    expect(await carsOf()).toEqual([
      { vehicle: jetta.vehicle, name: '2014 Volkswagen Jetta', verdict: 'unknown' },
    ])
    await combine('subtract', { ...lineOf(pads), quantity: 1 })
    expect(await carsOf()).toMatchObject([{ vehicle: jetta.vehicle }])
  },
)

/** @shows row-145 */
test.each([
  ['and its quantity', { quantity: 20 }],
  ['alone', {}],
])('the car of a line can be changed, %s', async (_, changed) => {
  const { vehicle } = await cars.addCar()
  const { product, seenPrice } = lineOf(pads)
  await combine('add', lineOf(pads))
  for (const keys of [{ vehicle, engine: 'other' }, {}]) {
    await shop.call(mia, cart.change, {
      body: { lines: [{ product, seenPrice, ...changed, ...keys }] },
    })
    expect(await carsOf()).toMatchObject([{ vehicle, engine: 'other' }])
  }
})

/** @shows row-145 */
test('a line whose car the shop does not know stays in the cart, without it', async () => {
  const placed = await combine('add', lineOf(pads, { vehicle: 'no-such-make/golf/2014' }))
  expect(placed.status).toBe(200)
  expect(await carsOf()).toEqual([undefined])
})

/** @shows row-145 */
test('a saved list keeps the cars of its lines', async () => {
  const { vehicle } = await cars.addCar()
  const { product } = lineOf(pads)
  const lines = [
    { product, quantity: 10, vehicle, engine: '2.0l' },
    { product: lamp.id, quantity: 10 },
  ]
  const { body } = await shop.call(mia, savedLists.save, { body: { name: 'Golf', lines } })
  await shop.call(mia, savedLists.fill, { params: { id: body.insertedId } })
  expect(await carsOf()).toMatchObject([{ vehicle, engine: '2.0l' }, undefined])
})
