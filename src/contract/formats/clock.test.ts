import { expect, test } from 'vitest'
import { clockIn } from './clock.ts'

const chicago = clockIn('America/Chicago')
const now = new Date('2026-11-23T04:30:00Z')

/** @shows row-120 */
test('a moment is written on the 24-hour clock of the time zone, with its name', () => {
  expect(chicago.dateTime('2026-11-23T04:39:00Z')).toBe('Nov 22, 2026, 22:39 CST')
  expect(chicago.dateTime('2026-07-05T14:05:59Z')).toBe('Jul 5, 2026, 09:05 CDT')
  expect(chicago.dateTime('2026-11-22T06:00:00Z')).toBe('Nov 22, 2026, 00:00 CST')
  expect(clockIn('Europe/Berlin').dateTime('2026-11-23T04:39:00Z')).toBe(
    'Nov 23, 2026, 05:39 GMT+1',
  )
})

test('the hour that daylight saving time repeats is distinguished', () => {
  expect(chicago.dateTime('2026-11-01T06:30:00Z')).toBe('Nov 1, 2026, 01:30 CDT')
  expect(chicago.dateTime('2026-11-01T07:30:00Z')).toBe('Nov 1, 2026, 01:30 CST')
})

test('a day begins at midnight of the time zone', () => {
  expect(chicago.day('2026-11-23T05:59:59Z')).toBe('Nov 22, 2026')
  expect(chicago.day(new Date('2026-11-23T06:00:00Z'))).toBe('Nov 23, 2026')
})

test('a moment for programs is the same moment, on the clock of the time zone', () => {
  expect(chicago.iso('2026-11-23T04:39:05.678Z')).toBe('2026-11-22T22:39:05-06:00')
  expect(clockIn('Asia/Kolkata').iso('2026-11-22T20:00:00Z')).toBe('2026-11-23T01:30:00+05:30')
  expect(clockIn('UTC').iso('2026-11-22T20:00:00Z')).toBe('2026-11-22T20:00:00+00:00')
})

test('an expiry has its day unless that is today', () => {
  expect(chicago.expiry('2026-11-23T05:59:00Z', now)).toBe('23:59 CST')
  expect(chicago.expiry('2026-11-23T06:05:00Z', now)).toBe('Nov 23, 00:05 CST')
  expect(chicago.expiry('2027-11-23T04:39:00Z', now)).toBe('Nov 22, 22:39 CST')
})

test('the text has no spaces that engines write differently', () => {
  expect(chicago.dateTime(now)).toMatch(/^[\x20-\x7E]+$/)
})
