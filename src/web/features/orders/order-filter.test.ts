import { expect, test } from 'vitest'
import { addressOf, shownBy } from './order-filter.ts'

const shown = (search: string) => shownBy(new URLSearchParams(search))

test('an address without a filter shows all orders, newest first', () => {
  expect(shown('')).toEqual({
    tab: 'all',
    q: '',
    sort: 'order',
    direction: 'desc',
    page: 1,
    limit: 25,
  })
  expect(addressOf(shown(''))).toBe('/dashboard/manageAllOrders')
})

test('an address shows again what it was made of', () => {
  const search = '?tab=to-ship&q=lamp&sort=amount&direction=asc&page=3&rows=100'
  expect(addressOf(shown(search))).toBe(`/dashboard/manageAllOrders${search}`)
})

test('what an address says wrong is as usual', () => {
  expect(shown('?tab=lost&sort=price&direction=up&page=-2&rows=7')).toEqual(shown(''))
  expect(shown('?page=x').page).toBe(1)
})
