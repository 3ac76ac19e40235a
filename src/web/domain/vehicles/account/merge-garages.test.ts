import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { carsMax, type GarageCar } from '#contract/garage-car.ts'
import type { Garage } from '../garage.ts'
import { areSame, mergeGarages } from './merge-garages.ts'

const car = (id: number, model = 'golf', facts: Partial<GarageCar> = {}): GarageCar => ({
  id,
  vehicle: `volkswagen/${model}/2014`,
  make: 'Volkswagen',
  model,
  ...facts,
})

const browserWith = (cars: GarageCar[], chosen: number | null = null): Garage => ({ cars, chosen })

/** @shows row-184 */
test('the first merge has the cars of both once, and a car without an engine gets the known one', () => {
  const browser = browserWith([car(1, 'golf', { engine: '2.5l-petrol' }), car(2, 'jetta')], 1)
  const merged = mergeGarages({ base: [], browser, account: [car(7), car(8, 'polo')] })
  expect(merged?.cars).toEqual([
    car(2, 'jetta'),
    car(7, 'golf', { engine: '2.5l-petrol' }),
    car(8, 'polo'),
  ])
  expect(merged?.chosen).toBe(7)
})

/** @shows row-184 */
test('different cars that two browsers gave the same id are both kept', () => {
  const merged = mergeGarages({
    base: [],
    browser: browserWith([car(1, 'jetta')], 1),
    account: [car(1)],
  })
  expect(merged?.cars.map(({ model }) => model)).toEqual(['jetta', 'golf'])
  expect(merged?.cars.find(({ id }) => id === merged.chosen)?.model).toBe('jetta')
})

/** @shows row-184 */
test('what this browser has changed, added and deleted reaches the account, and what others changed stays', () => {
  const base = [car(1), car(2, 'jetta'), car(3, 'polo')]
  const browser = browserWith([car(9, 'up'), car(1, 'golf', { ownName: 'blue' }), car(3, 'polo')])
  const account = [car(8, 'passat'), car(1), car(2, 'jetta'), car(3, 'polo', { ownName: 'red' })]
  expect(mergeGarages({ base, browser, account })?.cars).toEqual([
    car(9, 'up'),
    car(8, 'passat'),
    car(1, 'golf', { ownName: 'blue' }),
    car(3, 'polo', { ownName: 'red' }),
  ])
})

/** @shows row-184 */
test('a car that another device has deleted stays deleted, and is no longer chosen', () => {
  const browser = browserWith([car(1), car(2, 'jetta')], 1)
  const merged = mergeGarages({ base: browser.cars, browser, account: [car(2, 'jetta')] })
  expect(merged).toEqual({ cars: [car(2, 'jetta')], chosen: null })
})

/** @shows row-184 */
test('the cars that another account kept in this browser do not reach the next account', () => {
  const browser = browserWith([car(5, 'up'), car(1), car(2, 'jetta')], 1)
  const merged = mergeGarages({
    base: [car(1), car(2, 'jetta')],
    browser,
    account: [car(7, 'polo')],
  })
  expect(merged?.cars).toEqual([car(5, 'up'), car(7, 'polo')])
})

/** @shows row-184 */
test('a browser without a car begins with one of the account', () => {
  const merged = mergeGarages({
    base: [],
    browser: browserWith([]),
    account: [car(7), car(8, 'up')],
  })
  expect(merged?.chosen).toBe(7)
})

/** @shows row-184 */
test('no car is dropped where there is no room for all', () => {
  const many = Array.from({ length: carsMax }, (_, n) => car(n + 1, `m${n}`))
  const merge = (cars: GarageCar[]) =>
    mergeGarages({ base: [], browser: browserWith(cars), account: many })
  expect(merge([car(99, 'up')])).toBeNull()
  expect(merge([car(99, 'm3')])?.cars).toHaveLength(carsMax)
})

const cars = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 8 }), model: fc.constantFrom('golf', 'jetta', 'up') }),
  { selector: ({ id }) => id, maxLength: 6 },
)

/** @shows row-184 */
test('after a merge both are the same, and merging again changes nothing', () => {
  fc.assert(
    fc.property(cars, cars, cars, (before, now, kept) => {
      const [base, browser, account] = [before, now, kept].map((some) =>
        some.map(({ id, model }) => car(id, model)),
      ) as [GarageCar[], GarageCar[], GarageCar[]]
      const merged = mergeGarages({ base, browser: browserWith(browser), account })
      if (!merged) return
      expect(new Set(merged.cars.map(({ id }) => id)).size).toBe(merged.cars.length)
      const again = mergeGarages({ base: merged.cars, browser: merged, account: merged.cars })
      expect(areSame(again?.cars ?? [], merged.cars)).toBe(true)
    }),
  )
})
