import { expect, test } from 'vitest'
import { rowsBetween } from './selection.ts'

const rows = ['a', 'b', 'c', 'd']

test('a range holds both its ends, in whichever order they were pressed', () => {
  expect(rowsBetween(rows, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rowsBetween(rows, 'd', 'b')).toEqual(['b', 'c', 'd'])
})

test('without a row to begin at, a range is the one that was pressed', () => {
  expect(rowsBetween(rows, undefined, 'c')).toEqual(['c'])
  expect(rowsBetween(rows, 'gone', 'c')).toEqual(['c'])
})
