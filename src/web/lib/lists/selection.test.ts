import { expect, test } from 'vitest'
import { between } from './selection.ts'

const rows = ['a', 'b', 'c', 'd']

test('a range holds both its ends, in whichever order they were pressed', () => {
  expect(between(rows, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(rows, 'd', 'b')).toEqual(['b', 'c', 'd'])
})

test('without a row to begin at, a range is the one that was pressed', () => {
  expect(between(rows, undefined, 'c')).toEqual(['c'])
  expect(between(rows, 'gone', 'c')).toEqual(['c'])
})
