import { expect, test } from 'vitest'
import { day, dollars, shortId } from './formatting.ts'

/** @shows row-59 */
test('whole prices end in .00 and others keep their cents', () => {
  expect(dollars(12)).toBe('$12.00')
  expect(dollars(18.79)).toBe('$18.79')
  expect(dollars(0.1 + 0.2)).toBe('$0.30')
})

test('large amounts are not grouped', () => {
  expect(dollars(1360)).toBe('$1360.00')
  expect(dollars(24_500)).toBe('$24500.00')
})

test('a day reads the same in every time zone', () => {
  expect(day('2026-11-20T23:59:59Z')).toBe('Nov 20, 2026')
})

test('two orders of the same minute have different codes', () => {
  expect(shortId('019a9f4e-1c2d-7a10-8b3c-5d6e7f801122')).toBe('7f801122')
  expect(shortId('019a9f4e-1c2d-7a10-8b3c-5d6e7f803344')).toBe('7f803344')
})
