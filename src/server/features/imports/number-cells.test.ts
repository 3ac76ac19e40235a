import { expect, test } from 'vitest'
import { numberProblem } from './number-cells.ts'

/** @shows row-246 */
test.each([
  ['2.450', '2.45 or 2450'],
  ['2,450', '2.45 or 2450'],
  ['1.000', '1 or 1000'],
  ['$2,450', '2.45 or 2450'],
])('%s is refused, since it may be %s', (cell, either) => {
  expect(numberProblem(cell)).toBe(`“${cell}” may be ${either}. Write one of them`)
})

/** @shows row-246 */
test.each([
  ['27,50', '27.50'],
  ['0,500', '0.500'],
  ['2450,00', '2450.00'],
  ['$2,450.00', '2450.00'],
  ['US$ 18.79', '18.79'],
  ['18.79 USD', '18.79'],
  ['1,250,000', '1250000'],
  ['1.250.000', '1250000'],
  ['2.450,00', '2450.00'],
  ['1 180,00', '1180.00'],
  ['1\u00A0180', '1180'],
  ['1’180.50', '1180.50'],
])('%s has to be written %s', (cell, written) => {
  expect(numberProblem(cell)).toBe(`“${cell}” has to be written ${written}`)
})

test.each(['18.79', '0.500', '20.0000', '2450', '12345.678', '0', '', 'abc', '-5', '1,2,3', '1e3'])(
  '“%s” is left to the rule of its column',
  (cell) => {
    expect(numberProblem(cell)).toBeUndefined()
  },
)
