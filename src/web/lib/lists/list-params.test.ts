import { expect, test } from 'vitest'
import { oneOf } from './list-url.ts'
import {
  listUrl,
  type ListDefinition,
  type ListParams,
  parseListParams,
  nextSort,
} from './list-params.ts'

interface ShownParts extends ListParams {
  tab: string
}
const list: ListDefinition<ShownParts> = {
  path: '/parts',
  parseParams: (parameters) => ({
    tab: oneOf(['all', 'sold'], parameters.get('tab'), 'all'),
    ...parseListParams(parameters),
  }),
}
const shown = (search: string) => list.parseParams(new URLSearchParams(search))

test('a URL without parameters has the defaults', () => {
  expect(shown('')).toEqual({ tab: 'all', q: '', page: 1, limit: 25 })
  expect(listUrl(list, shown(''))).toBe('/parts')
})

test('list state survives the URL', () => {
  const search = '?tab=sold&q=lamp&page=3&rows=100'
  expect(listUrl(list, shown(search))).toBe(`/parts${search}`)
})

test('invalid parameters fall back to the defaults', () => {
  expect(shown('?tab=lost&page=-2&rows=7')).toEqual(shown(''))
  expect(shown('?page=x').page).toBe(1)
})

test("a click sorts by the column's default direction, a second one reverses it", () => {
  const byAge = { sort: 'age', direction: 'desc' } as const
  expect(nextSort<string>(byAge, 'age', ['name']).direction).toBe('asc')
  expect(nextSort<string>(byAge, 'name', ['name'])).toEqual({ sort: 'name', direction: 'asc' })
  expect(nextSort<string>(byAge, 'price', ['name'])).toEqual({ sort: 'price', direction: 'desc' })
})
