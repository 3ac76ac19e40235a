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

test('one row changes and every other stays the same object', () => {
  const changed = withRowUpdated(data, 'b', (row) => ({ ...row, paid: true }))
  expect(changed.pages[1]?.rows).toEqual([
    { _id: 'b', paid: true },
    { _id: 'c', paid: false },
  ])
  expect(changed.pages[1]?.rows[1]).toBe(data.pages[1]?.rows[1])
  expect(changed.pages[0]?.rows).toEqual(data.pages[0]?.rows)
})

test('a row changed to undefined is taken out, and its page still leads to the next', () => {
  const changed = withRowUpdated(data, 'a', () => undefined)
  expect(changed.pages[0]).toEqual({ rows: [], next: '/api/order?after=a' })
  expect(changed.pageParams).toEqual(data.pageParams)
})

test('what was kept before is not touched', () => {
  withRowUpdated(data, 'a', () => undefined)
  expect(data.pages[0]?.rows).toHaveLength(1)
})
