import { expect, test } from 'vitest'
import { pagesOf, partsSentence } from './parts-count.ts'
import { defaultParams } from './catalogue-params.ts'

const found = (count: number, isCapped = false) => ({ count, isCapped })
const onPage = (page: number, q = '') => ({ ...defaultParams, page, q })

test.each([
  [onPage(1), 0, found(0), '0 parts'],
  [onPage(1), 1, found(1), '1 part'],
  [onPage(1), 24, found(24), '24 parts'],
  [onPage(1), 24, found(25), '1–24 of 25 parts'],
  [onPage(2), 1, found(25), '25–25 of 25 parts'],
  [onPage(3), 24, found(1000, true), '49–72 of more than 1,000 parts'],
  [onPage(1, 'door'), 2, found(2), '2 parts for “door”'],
  [onPage(9, 'door'), 0, found(2), '2 parts for “door”'],
])('the count names range, total and search: %#', (shown, rows, count, sentence) => {
  expect(partsSentence(shown, rows, count)).toBe(sentence)
})

test('there are as many pages as parts fill, and always one', () => {
  expect(pagesOf(onPage(1), 24, found(25))).toBe(2)
  expect(pagesOf(onPage(1), 24, found(24))).toBe(1)
  expect(pagesOf(onPage(1), 0, found(0))).toBe(1)
})

test('a capped list has a next page while pages are full, up to the limit of the API', () => {
  expect(pagesOf(onPage(1), 24, found(1000, true))).toBe(42)
  expect(pagesOf(onPage(42), 24, found(1000, true))).toBe(43)
  expect(pagesOf(onPage(60), 7, found(1000, true))).toBe(60)
  expect(pagesOf(onPage(500), 24, found(10_000, true))).toBe(500)
})

test('without a count, a full page has a next page', () => {
  expect(pagesOf(onPage(2), 24, undefined)).toBe(3)
  expect(pagesOf(onPage(2), 3, undefined)).toBe(2)
})
