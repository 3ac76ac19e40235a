import { expect, test } from 'vitest'
import { deltaOf, outcomeOf } from './stock-change.ts'

test('units are added or removed, and a count is compared with the stock', () => {
  expect(deltaOf({ kind: 'came', units: 50 }, 40)).toBe(50)
  expect(deltaOf({ kind: 'went', units: 15 }, 40)).toBe(-15)
  expect(deltaOf({ kind: 'counted', units: 38 }, 40)).toBe(-2)
})

test('the outcome is shown for a complete whole number', () => {
  expect(outcomeOf({ kind: 'came', units: '50' }, 40)).toBe('40 → 90 units')
  expect(outcomeOf({ kind: 'went', units: '41' }, 40)).toBe('40 units are in stock')
  expect(outcomeOf({ kind: 'counted', units: '0' }, 40)).toBe('40 → 0 units')
  for (const units of ['', '-', '1.5', '2000000']) {
    expect(outcomeOf({ kind: 'came', units }, 40)).toBeUndefined()
  }
})
