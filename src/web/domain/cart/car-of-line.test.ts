import { expect, test } from 'vitest'
import { carKeys } from './car-of-line.ts'

const golf = { vehicle: 'volkswagen/golf/2014', name: '2014 Volkswagen Golf' }

/** @shows row-145 */
test.each([
  ['a car', golf, { vehicle: golf.vehicle }],
  [
    'an engine',
    { ...golf, engine: '2.5l-petrol' },
    { vehicle: golf.vehicle, engine: '2.5l-petrol' },
  ],
  ['another engine', { ...golf, engine: 'other' }, { vehicle: golf.vehicle, engine: 'other' }],
  ['an engine that is none', { ...golf, engine: 'V8' }, { vehicle: golf.vehicle }],
  ['no engine', { ...golf, engine: '' }, { vehicle: golf.vehicle }],
  ['a car that is none', { ...golf, vehicle: 'my car' }, {}],
  ['no car', null, {}],
])('an order names %s by what the shop accepts', (_, car, keys) => {
  expect(carKeys(car)).toEqual(keys)
})
