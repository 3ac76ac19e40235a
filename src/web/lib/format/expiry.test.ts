import { expect, test } from 'vitest'
import { formatExpiry } from './expiry.ts'

test('formats expiry as time, with the date if not today', () => {
  const now = new Date(2026, 10, 20, 23, 30)
  expect(formatExpiry(new Date(2026, 10, 20, 23, 55).toISOString(), now)).toBe('23:55')
  expect(formatExpiry(new Date(2026, 10, 20, 9, 5).toISOString(), now)).toBe('09:05')
  expect(formatExpiry(new Date(2026, 10, 21, 0, 5).toISOString(), now)).toBe('Nov 21, 00:05')
  expect(formatExpiry(new Date(2027, 10, 20, 14, 5).toISOString(), now)).toBe('Nov 20, 14:05')
})
