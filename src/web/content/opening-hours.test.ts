import { expect, test } from 'vitest'
import { openState } from './opening-hours.ts'

const hours = [
  { days: 'Mon-Fri', opens: '08:00', closes: '20:00' },
  { days: 'Sat-Sun', opens: '09:00', closes: '18:00' },
]
const at = (moment: string, timeZone = 'UTC') => openState(hours, timeZone, new Date(moment))

test('the store is open from the first minute of its hours to the last before closing', () => {
  expect(at('2026-11-20T08:00:00Z')).toEqual({ isOpen: true, until: '20:00' })
  expect(at('2026-11-20T19:59:59Z')).toEqual({ isOpen: true, until: '20:00' })
  expect(at('2026-11-20T20:00:00Z')).toEqual({ isOpen: false, opensAt: 'Sat 09:00' })
})

test('before opening, the opening time of today is shown', () => {
  expect(at('2026-11-20T00:05:00Z')).toEqual({ isOpen: false, opensAt: '08:00' })
})

test('weekends have their own hours; after Sunday follows Monday', () => {
  expect(at('2026-11-22T17:00:00Z')).toEqual({ isOpen: true, until: '18:00' })
  expect(at('2026-11-22T18:30:00Z')).toEqual({ isOpen: false, opensAt: 'Mon 08:00' })
})

test('opening hours use the time zone of the store, not of the visitor', () => {
  const fridayEveningInChicago = '2026-11-21T01:30:00Z'
  expect(at(fridayEveningInChicago, 'America/Chicago')).toEqual({ isOpen: true, until: '20:00' })
})

test('days without hours are skipped', () => {
  const weekdays = [{ days: 'Mon', opens: '10:00', closes: '12:00' }]
  expect(openState(weekdays, 'UTC', new Date('2026-11-20T11:00:00Z'))).toEqual({
    isOpen: false,
    opensAt: 'Mon 10:00',
  })
})
