import { expect, test } from 'vitest'
import { listUrl } from '#web/lib/lists/list-params.ts'
import { ownList } from './own-orders.ts'

const shown = (search: string) => ownList.parseParams(new URLSearchParams(search))

/** @shows row-80 */
test('list state of My Order survives the URL', () => {
  const search = '?tab=cancelled&q=left+%26+right&page=12'
  expect(listUrl(ownList, shown(search))).toBe(`/dashboard/myOrder${search}`)
})

test('the URL of My Order cannot change the page size', () => {
  expect(shown('?tab=lost&page=-3&rows=100')).toEqual({ tab: 'all', q: '', page: 1, limit: 10 })
})
