import { expect, test } from 'vitest'
import { readRows, rowProblem, writeRows } from './rung-rows.ts'

const rows = [
  { from: '100', price: '18.79' },
  { from: '500', price: '17.50' },
]

/** @shows row-171 */
test.each(['', '100:18.79; 500:17.50', ':', '100:; :17.5'])(
  'the rows of %j are its text again',
  (text) => {
    expect(writeRows(readRows(text))).toBe(text)
  },
)

/** @shows row-171 */
test('the rows of a ladder have no problem, and a typed separator is left out', () => {
  expect(rowProblem(rows, 23.73)).toBeUndefined()
  expect(rowProblem([], 23.73)).toBeUndefined()
  expect(writeRows([{ from: '1:00', price: '18;79' }])).toBe('100:1879')
})

/** @shows row-171 */
test.each([
  ['a rung without units', [{ from: '', price: '18.79' }], 0, 'from'],
  ['a rung without a price', [rows[0]!, { from: '500', price: '' }], 1, 'price'],
  ['units that are not a number', [{ from: 'ten', price: '18.79' }], 0, 'from'],
  [
    'a price that is not below the one before',
    [rows[0]!, { from: '500', price: '18.79' }],
    1,
    'price',
  ],
  ['units that are not more than before', [rows[0]!, { from: '100', price: '17' }], 1, 'from'],
  ['one unit, which has the price', [{ from: '1', price: '17' }], 0, 'from'],
  [
    'a price that is not below the one of a unit',
    [{ from: '100', price: '23.73' }, rows[1]!],
    0,
    'price',
  ],
])('%s is named at its field', (_, typed, index, field) => {
  expect(rowProblem(typed, 23.73)).toMatchObject({ index, field })
})
