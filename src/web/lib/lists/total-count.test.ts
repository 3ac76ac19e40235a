import { expect, test } from 'vitest'
import { type TotalCount, pageCount, formatRange } from './total-count.ts'

const retry = () => Promise.resolve()
const loading: TotalCount = { rows: undefined, isCapped: false, error: null, retry }
const failed: TotalCount = { ...loading, error: new Error('away') }
const found = (rows: number, isCapped = false): TotalCount => ({ ...loading, rows, isCapped })
const second = { page: 2, limit: 25 }

test('page count follows the total and includes the current page', () => {
  expect(pageCount(second, found(51), 25)).toBe(3)
  expect(pageCount(second, found(3), 0)).toBe(2)
  expect(pageCount({ page: 1, limit: 25 }, found(0), 0)).toBe(1)
  expect(pageCount(second, found(1001, true), 25)).toBe(40)
})

test('without a total, only a full page has a next page', () => {
  expect(pageCount(second, failed, 25)).toEqual({ hasNext: true })
  expect(pageCount(second, failed, 24)).toEqual({ hasNext: false })
})

test('a loading count shows nothing', () => {
  expect(pageCount(second, loading, 25)).toBeUndefined()
  expect(formatRange(second, loading, 25, 'users')).toBeUndefined()
})

test.each([
  [found(1200), 25, '26–50 of 1,200'],
  [found(1001, true), 25, '26–50 of more than 1,000'],
  [found(0), 0, '0 users'],
  [failed, 25, '26–50'],
  [failed, 0, '0 users'],
])('formats the range with the known total: %#', (total, rowsOnPage, sentence) => {
  expect(formatRange(second, total, rowsOnPage, 'users')).toBe(sentence)
})
