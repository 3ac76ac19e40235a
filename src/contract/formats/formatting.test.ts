import { expect, test } from 'vitest'
import { decimal, dollars, shortId, wholeDollars } from './formatting.ts'

/** @shows row-59 */
test('whole prices end in .00 and others keep their cents', () => {
  expect(dollars(12)).toBe('$12.00')
  expect(dollars(18.79)).toBe('$18.79')
  expect(dollars(0.1 + 0.2)).toBe('$0.30')
})

/** @shows row-120 */
test('amounts have thousands separators', () => {
  expect(dollars(12_931.8)).toBe('$12,931.80')
  expect(dollars(999_999.99)).toBe('$999,999.99')
  expect(decimal(12_931.8)).toBe('12931.80')
  expect(wholeDollars(12_931.8)).toBe('$12,932')
})

test('two orders of the same minute have different codes', () => {
  expect(shortId('019a9f4e-1c2d-7a10-8b3c-5d6e7f801122')).toBe('7f801122')
  expect(shortId('019a9f4e-1c2d-7a10-8b3c-5d6e7f803344')).toBe('7f803344')
})
