import { expect, test } from 'vitest'
import { formatLoadedCount } from './list-card.tsx'

const noun = { one: 'order', many: 'orders' }

test('a list with more rows names only the first ones', () => {
  expect(formatLoadedCount(25, true, noun)).toBe('The first 25 orders')
})

test('a complete list has its total', () => {
  expect(formatLoadedCount(0, false, noun)).toBe('0 orders')
  expect(formatLoadedCount(1, false, noun)).toBe('1 order')
  expect(formatLoadedCount(60, false, noun)).toBe('60 orders')
})
