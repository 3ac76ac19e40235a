import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readUndoTimes, storeUndoTimes, untilNextEnd, withoutIds } from './undo-times.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.useFakeTimers({ now: 1_000 })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** @shows row-110 */
test('after a reload shipping can be undone for the rest of its time', () => {
  storeUndoTimes({ first: 3_000, second: 11_000 })
  expect(readUndoTimes()).toEqual({ first: 3_000, second: 11_000 })
  expect(untilNextEnd(readUndoTimes())).toBe(2_000)
  vi.setSystemTime(3_000)
  expect(readUndoTimes()).toEqual({ second: 11_000 })
  vi.setSystemTime(11_000)
  expect(readUndoTimes()).toEqual({})
  expect(untilNextEnd({})).toBeUndefined()
})

test('an undone order can no longer be undone', () => {
  expect(withoutIds({ first: 3_000, second: 11_000 }, ['first'])).toEqual({ second: 11_000 })
})

test('without a storage of the browser there is nothing to undo', () => {
  vi.stubGlobal('sessionStorage', undefined)
  storeUndoTimes({ first: 3_000 })
  expect(readUndoTimes()).toEqual({})
})
