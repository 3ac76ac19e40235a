import { expect, test } from 'vitest'
import { listUrl } from './list-params.ts'
import { managedList, sentFilter, sentParams, unfiltered } from './managed-list.ts'

const noun = { one: 'part', many: 'parts' }
const list = managedList<'all' | 'sold', 'added' | 'name', { by: string }>({
  path: '/parts',
  noun,
  tabs: { label: 'Parts by state', texts: { all: 'All', sold: 'Sold' } },
  sorts: {
    texts: {
      added: { asc: 'Oldest first', desc: 'Newest first' },
      name: { asc: 'A to Z', desc: 'Z to A' },
    },
    textColumns: ['name'],
  },
  filters: (parameters) => ({ by: parameters.get('by') ?? '' }),
})
const shown = (search: string) => list.parseParams(new URLSearchParams(search))

test('the first tab and the first order, downwards, are those of an address without one', () => {
  const start = { tab: 'all', sort: 'added', direction: 'desc', by: '', q: '', page: 1, limit: 25 }
  expect(shown('')).toEqual(start)
  expect(shown('?tab=lost&sort=price&direction=up')).toEqual(start)
  expect(listUrl(list, shown(''))).toBe('/parts')
})

test('a list may open another tab than the first', () => {
  const texts = { all: 'All', sold: 'Sold' }
  const sold = managedList<'all' | 'sold'>({
    path: '/parts',
    noun,
    tabs: { label: 'Parts by state', texts, first: 'sold' },
  })
  const tabOf = (search: string) => sold.parseParams(new URLSearchParams(search)).tab
  expect([tabOf(''), tabOf('?tab=lost'), tabOf('?tab=all')]).toEqual(['sold', 'sold', 'all'])
  expect(listUrl(sold, { tab: 'all', q: '', page: 1, limit: 25 })).toBe('/parts?tab=all')
})

test('tab, order, filter, search and page survive the address', () => {
  const search = '?tab=sold&sort=name&direction=asc&by=mia&q=lamp&page=3&rows=100'
  expect(listUrl(list, shown(search))).toBe(`/parts${search}`)
})

test('a list without tabs and orders has none, and a fixed page size is not in the address', () => {
  const plain = managedList({ path: '/parts', noun, pageSize: 10 })
  const params = plain.parseParams(new URLSearchParams('?tab=sold&sort=name&rows=100'))
  expect(params).toEqual({ q: '', page: 1, limit: 10 })
  expect(plain.hasFixedPages).toBe(true)
})

test('calls get what is set, and counts nothing that names a page of the list', () => {
  expect(sentParams(shown('?tab=sold&page=2'))).toEqual({
    tab: 'sold',
    sort: 'added',
    direction: 'desc',
    page: 2,
    limit: 25,
  })
  expect(sentFilter(shown('?tab=sold&page=2'))).toEqual({})
  expect(sentFilter(shown('?by=mia&q=lamp&sort=name'))).toEqual({ by: 'mia', q: 'lamp' })
})

test('search, tab, filter and page leave rows out; order and page size do not', () => {
  for (const search of ['?q=lamp', '?tab=sold', '?by=mia', '?page=2']) {
    expect(unfiltered(list, shown(search)).isFiltered, search).toBe(true)
  }
  const { isFiltered, everything } = unfiltered(list, shown('?sort=name&direction=asc&rows=50'))
  expect(isFiltered).toBe(false)
  expect(everything).toEqual({ tab: 'all', by: '', q: '', page: 1 })
})
