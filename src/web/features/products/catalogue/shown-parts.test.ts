import { expect, test } from 'vitest'
import { addressOf, everything, readFound, readParts, readPrice, shownBy } from './shown-parts.ts'

const shown = (search: string) => shownBy(new URLSearchParams(search))
const addressRead = ({ meta }: { meta?: { url: string } | undefined }) => meta?.url

test('an address without anything shows the whole catalogue from its beginning', () => {
  expect(shown('')).toEqual(everything)
  expect(addressOf(everything)).toBe('/products')
})

test('an address shows again what it was made of', () => {
  const search =
    '?q=door+rubber&kind=body&minPrice=9.50&maxPrice=20&inStock=true&sort=lowest-price&page=3'
  expect(addressOf(shown(search))).toBe(`/products${search}`)
})

test('a form that a browser sent without a script, with everything empty, shows the whole catalogue', () => {
  expect(shown('?q=&kind=&minPrice=&maxPrice=&sort=oldest')).toEqual(everything)
})

test('what an address says wrong is as usual', () => {
  expect(
    shown('?kind=gadgets&minPrice=cheap&maxPrice=-1&inStock=yes&sort=up&page=0&after=x'),
  ).toEqual(everything)
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
])('%j is understood as a price of %j', (typed, price) => {
  expect(readPrice(typed)).toBe(price)
})

test('the API is asked for what is shown, and counts the same whatever the page and the order', () => {
  const filter = 'q=door&kind=body&minPrice=5&inStock=true'
  const wanted = shown(`?${filter}&sort=name&page=2`)
  expect(addressRead(readParts(wanted))).toBe(`/api/products?limit=24&${filter}&sort=name&page=2`)
  expect(addressRead(readFound(wanted))).toBe(`/api/products/found?${filter}`)
  expect(addressRead(readParts(everything))).toBe('/api/products?limit=24')
})
