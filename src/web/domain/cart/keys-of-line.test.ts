import { expect, test } from 'vitest'
import { keysOfLine } from './keys-of-line.ts'

const car = { vehicle: 'volkswagen/golf/2014', name: '2014 Volkswagen Golf' }
const number = '1K0 698 151'

/** @shows row-145, row-188 */
test.each([
  ['both', { car, number }, { vehicle: car.vehicle, number }],
  ['a number alone', { number }, { number }],
  ['a car alone', { car, number: undefined }, { vehicle: car.vehicle }],
  ['neither', {}, {}],
  ['an empty number', { number: '' }, {}],
  ['a number that is too long', { number: 'N'.repeat(101) }, {}],
])('a line names its car and its number as calls take them: %s', (_, line, keys) => {
  expect(keysOfLine(line)).toEqual(keys)
})
