import { expect, test } from 'vitest'
import { rowsBetween } from './selection.ts'

const rows = ['a', 'b', 'c', 'd']

test('a range includes both ends, in either order', () => {
  expect(rowsBetween(rows, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rowsBetween(rows, 'd', 'b')).toEqual(['b', 'c', 'd'])
})

test('a range without a start is the toggled row', () => {
  expect(rowsBetween(rows, undefined, 'c')).toEqual(['c'])
  expect(rowsBetween(rows, 'gone', 'c')).toEqual(['c'])
})
