import { expect, test } from 'vitest'
import { chosen } from './list-url.ts'
import { addressOf, type ShownList, type ShownRows, shownRowsBy, sortedBy } from './list-params.ts'

interface ShownParts extends ShownRows {
  tab: string
}
const list: ShownList<ShownParts> = {
  path: '/parts',
  shownBy: (parameters) => ({
    tab: chosen(['all', 'sold'], parameters.get('tab'), 'all'),
    ...shownRowsBy(parameters),
  }),
}
const shown = (search: string) => list.shownBy(new URLSearchParams(search))

test('an address without a filter shows everything from its beginning', () => {
  expect(shown('')).toEqual({ tab: 'all', q: '', page: 1, limit: 25 })
  expect(addressOf(list, shown(''))).toBe('/parts')
})

test('an address shows again what it was made of', () => {
  const search = '?tab=sold&q=lamp&page=3&rows=100'
  expect(addressOf(list, shown(search))).toBe(`/parts${search}`)
})

test('what an address says wrong is as usual', () => {
  expect(shown('?tab=lost&page=-2&rows=7')).toEqual(shown(''))
  expect(shown('?page=x').page).toBe(1)
})

test('a column is sorted as it is read first, and then the other way', () => {
  const byAge = { sort: 'age', direction: 'desc' } as const
  expect(sortedBy<string>(byAge, 'age', ['name']).direction).toBe('asc')
  expect(sortedBy<string>(byAge, 'name', ['name'])).toEqual({ sort: 'name', direction: 'asc' })
  expect(sortedBy<string>(byAge, 'price', ['name'])).toEqual({ sort: 'price', direction: 'desc' })
})
