import { beforeEach, expect, test, vi } from 'vitest'
import { carsMax } from '#contract/garage-car.ts'
import {
  addCar,
  choose,
  chooseNone,
  deleteAllCars,
  deleteCar,
  forgetEngine,
  keepEngine,
  renameCar,
  restoreCars,
} from './change-garage.ts'
import { chosenCar } from './chosen-car.ts'
import { onGarageChange, readGarage } from './garage.ts'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string): string | null => stored.get(key) ?? null,
  setItem: (key: string, value: string): unknown => stored.set(key, value),
}
const golf = { vehicle: 'volkswagen/golf/2014', make: 'Volkswagen', model: 'Golf' }
const tesla = { vehicle: 'tesla/model-3/2020', make: 'Tesla', model: 'Model 3' }

function full(): never {
  throw new Error('QuotaExceededError')
}

/** What another tab does when it has changed the storage. */
let announce: (event: { key: string | null }) => void = () => {}

beforeEach(() => {
  let drawn = 0
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((numbers) => {
    if (numbers instanceof Uint32Array) numbers[0] = drawn++
    return numbers
  })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('addEventListener', (_: string, listener: typeof announce) => (announce = listener))
  vi.stubGlobal('removeEventListener', () => {})
  deleteAllCars()
  stored.clear()
})

const storedText = () => stored.get('garage') ?? ''

/** @shows row-147 */
test('an added car is chosen, and named as the shop names it', () => {
  addCar(golf)
  addCar(tesla)
  expect(chosenCar()).toEqual({ vehicle: tesla.vehicle, name: '2020 Tesla Model 3' })
  choose(1)
  expect(chosenCar()).toEqual({ vehicle: golf.vehicle, name: '2014 Volkswagen Golf' })
  expect(chosenCar()).toBe(chosenCar())
  chooseNone()
  expect(chosenCar()).toBeNull()
  expect(readGarage().cars).toHaveLength(2)
})

/** @shows row-147 */
test('the same car is added once, unless the first has a name of its own', () => {
  addCar(golf)
  addCar(tesla)
  addCar(golf)
  expect(readGarage()).toMatchObject({ chosen: 1, cars: [tesla, golf] })
  renameCar(1, ' Mrs. Kim, blue ')
  addCar(golf)
  expect(readGarage().cars.map(({ id, ownName }) => [id, ownName])).toEqual([
    [3, undefined],
    [2, undefined],
    [1, 'Mrs. Kim, blue'],
  ])
})

/** @shows row-147 */
test('the answer about the engine is kept with its car until it is forgotten', () => {
  addCar(golf)
  keepEngine('2.5l-petrol')
  addCar(tesla)
  expect(chosenCar()?.engine).toBeUndefined()
  choose(1)
  expect(chosenCar()?.engine).toBe('2.5l-petrol')
  forgetEngine(1)
  expect(chosenCar()).toEqual({ vehicle: golf.vehicle, name: '2014 Volkswagen Golf' })
})

/** @shows row-147 */
test('deleted cars come back with what they had', () => {
  addCar(golf)
  renameCar(1, 'blue')
  keepEngine('other')
  const before = readGarage()
  deleteCar(1)
  expect(readGarage()).toEqual({ cars: [], chosen: null })
  restoreCars(before)
  expect(readGarage()).toEqual(before)
  addCar(tesla)
  const both = readGarage()
  deleteAllCars()
  restoreCars(both)
  expect(readGarage()).toEqual(both)
})

/** @shows row-147 */
test(`a garage has at most ${carsMax} cars`, () => {
  for (let year = 2000; year < 2000 + carsMax; year += 1) {
    addCar({ ...golf, vehicle: `volkswagen/golf/${year}` })
  }
  const full = readGarage()
  addCar(tesla)
  expect(readGarage()).toEqual(full)
  expect(full.cars).toHaveLength(carsMax)
})

/** @shows row-147 */
test('other versions, damaged storage and cars that are none leave an empty garage', () => {
  for (const text of ['{', '[]', 'null', '{"version":2,"cars":[],"chosen":1}', '{"version":1}']) {
    stored.set('garage', text)
    expect(readGarage()).toEqual({ cars: [], chosen: null })
  }
  addCar(golf)
  const whole = JSON.parse(storedText()) as { cars: object[] }
  const [car] = whole.cars
  const broken = [
    null,
    'golf',
    { ...car, id: 'x' },
    { ...car, vehicle: 'volkswagen' },
    { ...car, make: 7 },
    { ...car, model: ' ' },
    { ...car, id: 0 },
  ]
  stored.set(
    'garage',
    JSON.stringify({ ...whole, cars: [...broken, { ...car, ownName: {}, engine: 'fast' }] }),
  )
  expect(readGarage().cars).toEqual([{ id: 1, ...golf }])
  stored.set('garage', JSON.stringify({ ...whole, chosen: 9 }))
  expect(chosenCar()).toBeNull()
})

/** @shows row-147 */
test('without room or without storage the garage lasts as long as the page', () => {
  addCar(golf)
  vi.stubGlobal('localStorage', { ...storage, setItem: full })
  addCar(tesla)
  expect(chosenCar()?.name).toBe('2020 Tesla Model 3')
  vi.stubGlobal('localStorage', { getItem: full, setItem: full })
  expect(readGarage().cars).toHaveLength(2)
  vi.stubGlobal('localStorage', storage)
  choose(1)
  expect(JSON.parse(storedText())).toMatchObject({ version: 1, chosen: 1, cars: [tesla, golf] })
})

/** @shows row-147 */
test('a change by another tab is heard and kept by the next change here', () => {
  const heard = vi.fn()
  const stop = onGarageChange(heard)
  addCar(golf)
  const text = storedText()
  deleteAllCars()
  expect(heard).toHaveBeenCalledTimes(2)
  stored.set('garage', text)
  announce({ key: 'cart' })
  expect(heard).toHaveBeenCalledTimes(2)
  announce({ key: 'garage' })
  expect(heard).toHaveBeenCalledTimes(3)
  addCar(tesla)
  expect(readGarage().cars).toMatchObject([tesla, golf])
  stop()
})
