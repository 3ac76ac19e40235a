import { expect, test } from 'vitest'
import {
  addressOf,
  defaultParams,
  readCount,
  readParts,
  readPrice,
  paramsFrom,
} from './catalogue-params.ts'

const shown = (search: string) => paramsFrom(new URLSearchParams(search))
const addressRead = ({ meta }: { meta?: { url: string } | undefined }) => meta?.url

test('a URL without parameters shows the first page of the whole catalogue', () => {
  expect(shown('')).toEqual(defaultParams)
  expect(addressOf(defaultParams)).toBe('/products')
})

test('parameters survive the round trip through the URL', () => {
  const search =
    '?q=door+rubber&kind=body&minPrice=9.50&maxPrice=20&inStock=true&sort=lowest-price&page=3'
  expect(addressOf(shown(search))).toBe(`/products${search}`)
})

test('an empty form submitted without scripts shows the whole catalogue', () => {
  expect(shown('?q=&kind=&minPrice=&maxPrice=&sort=oldest')).toEqual(defaultParams)
})

test('invalid parameters get their default', () => {
  expect(
    shown('?kind=gadgets&minPrice=cheap&maxPrice=-1&inStock=yes&sort=up&page=0&after=x'),
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

test('the count query has the filters of the list query, without page and order', () => {
  const filter = 'q=door&kind=body&minPrice=5&inStock=true'
  const wanted = shown(`?${filter}&sort=name&page=2`)
  expect(addressRead(readParts(wanted))).toBe(`/api/products?limit=24&${filter}&sort=name&page=2`)
  expect(addressRead(readCount(wanted))).toBe(`/api/products/found?${filter}`)
  expect(addressRead(readParts(defaultParams))).toBe('/api/products?limit=24')
})
