import { expect, test } from 'vitest'
import { type TotalCount, pageCount, formatRange } from './total-count.ts'

const retry = () => Promise.resolve()
const onItsWay: TotalCount = { rows: undefined, isCapped: false, error: null, retry }
const failed: TotalCount = { ...onItsWay, error: new Error('away') }
const found = (rows: number, isCapped = false): TotalCount => ({ ...onItsWay, rows, isCapped })
const second = { page: 2, limit: 25 }

test('a count gives the number of pages, at least that of the page that is shown', () => {
  expect(pageCount(second, found(51), 25)).toBe(3)
  expect(pageCount(second, found(3), 0)).toBe(2)
  expect(pageCount({ page: 1, limit: 25 }, found(0), 0)).toBe(1)
  expect(pageCount(second, found(1001, true), 25)).toBe(40)
})

test('without a count a page that is full may have one after it, and no other', () => {
  expect(pageCount(second, failed, 25)).toEqual({ hasNext: true })
  expect(pageCount(second, failed, 24)).toEqual({ hasNext: false })
})

test('while the count is on its way nothing is said about it', () => {
  expect(pageCount(second, onItsWay, 25)).toBeUndefined()
  expect(formatRange(second, onItsWay, 25, 'users')).toBeUndefined()
})

test.each([
  [found(1200), 25, '26–50 of 1,200'],
  [found(1001, true), 25, '26–50 of more than 1,000'],
  [found(0), 0, '0 users'],
  [failed, 25, '26–50'],
  [failed, 0, '0 users'],
])('which rows are shown is said of as many as are known: %#', (counted, onPage, sentence) => {
  expect(formatRange(second, counted, onPage, 'users')).toBe(sentence)
})
