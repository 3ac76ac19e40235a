import { expect, test } from 'vitest'
import { withRowUpdated } from './paged-list.ts'

const data = {
  pages: [
    { rows: [{ _id: 'a', paid: false }], next: '/api/order?after=a' },
    {
      rows: [
        { _id: 'b', paid: false },
        { _id: 'c', paid: false },
      ],
      next: undefined,
    },
  ],
  pageParams: ['/api/order', '/api/order?after=a'],
}

test('updates one row and keeps the identity of the others', () => {
  const changed = withRowUpdated(data, 'b', (row) => ({ ...row, paid: true }))
  expect(changed.pages[1]?.rows).toEqual([
    { _id: 'b', paid: true },
    { _id: 'c', paid: false },
  ])
  expect(changed.pages[1]?.rows[1]).toBe(data.pages[1]?.rows[1])
  expect(changed.pages[0]?.rows).toEqual(data.pages[0]?.rows)
})

test('returning undefined removes the row and keeps the next page', () => {
  const changed = withRowUpdated(data, 'a', () => undefined)
  expect(changed.pages[0]).toEqual({ rows: [], next: '/api/order?after=a' })
  expect(changed.pageParams).toEqual(data.pageParams)
})

test('the cached data is not mutated', () => {
  withRowUpdated(data, 'a', () => undefined)
  expect(data.pages[0]?.rows).toHaveLength(1)
})
