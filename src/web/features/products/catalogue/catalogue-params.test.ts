import { expect, test } from 'vitest'
import {
  addressOf,
  defaultParams,
  filterCount,
  readCount,
  readParts,
  readPrice,
  paramsFrom,
  withoutFilters,
} from './catalogue-params.ts'

const shown = (search: string) => paramsFrom(new URLSearchParams(search))
const addressRead = ({ meta }: { meta?: { url: string } | undefined }) => meta?.url

test('a URL without parameters shows the first page of the whole catalogue', () => {
  expect(shown('')).toEqual(defaultParams)
  expect(addressOf(defaultParams)).toBe('/products')
})

test('parameters survive the round trip through the URL', () => {
  const search =
    '?q=door+rubber&kind=body&minPrice=9.50&maxPrice=20&inStock=true&sort=lowest-price&page=3&view=table'
  expect(addressOf(shown(search))).toBe(`/products${search}`)
})

test('an empty form submitted without scripts shows the whole catalogue', () => {
  expect(shown('?q=&kind=&minPrice=&maxPrice=&sort=oldest')).toEqual(defaultParams)
})

test('invalid parameters get their default', () => {
  expect(
    shown('?kind=gadgets&minPrice=cheap&maxPrice=-1&inStock=yes&sort=up&page=0&after=x&view=list'),
  ).toEqual(defaultParams)
  expect(shown('?page=1e9').page).toBe(500)
})

test.each([
  [' $ 18.79 ', '18.79'],
  ['20', '20'],
  ['', ''],
  ['0', '0'],
  ['18,79', undefined],
  ['1.005', undefined],
  ['-1', undefined],
  ['ten', undefined],
])('%j is read as a price of %j', (typed, price) => {
  expect(readPrice(typed)).toBe(price)
})

/** @shows row-102 */
test('the view is not part of the queries, and survives clearing the filters', () => {
  const table = shown('?kind=body&inStock=true&view=table')
  expect(filterCount(table)).toBe(2)
  expect(addressRead(readParts(table))).toBe('/api/products?limit=24&kind=body&inStock=true')
  expect(addressOf(withoutFilters(table))).toBe('/products?view=table')
})

test('the count query has the filters of the list query, without page and order', () => {
  const filter = 'q=door&kind=body&minPrice=5&inStock=true'
  const wanted = shown(`?${filter}&sort=name&page=2`)
  expect(addressRead(readParts(wanted))).toBe(`/api/products?limit=24&${filter}&sort=name&page=2`)
  expect(addressRead(readCount(wanted))).toBe(`/api/products/found?${filter}`)
  expect(addressRead(readParts(defaultParams))).toBe('/api/products?limit=24')
})
