import { beforeEach, expect, test, vi } from 'vitest'
import {
  attemptNames,
  forgetAttempt,
  forgetAttempts,
  readAttempt,
  writeAttempt,
} from './attempts.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

const attempt = (at = Date.now()) => ({ key: 'press-1', body: '{}', shown: '{}', at })

/** @shows row-192 */
test('an open request belongs to one form, until it is known', () => {
  writeAttempt('cart', attempt())
  writeAttempt('quick order 1', attempt())
  expect([readAttempt('cart')?.key, readAttempt('order 1')]).toEqual(['press-1', undefined])
  expect(attemptNames('quick order')).toEqual(['quick order 1'])
  forgetAttempt('cart', { key: 'press-2' })
  expect(readAttempt('cart')).toBeDefined()
  forgetAttempt('cart', { key: 'press-1' })
  expect(readAttempt('cart')).toBeUndefined()
  forgetAttempts()
  expect(stored.size).toBe(0)
})

/** @shows row-192 */
test('a refused request is forgotten, although its answer has ended the session of its account', () => {
  stored.set('attempts', JSON.stringify({ 'mia@example.com cart': attempt() }))
  forgetAttempt('quick order 1', { key: 'press-1' })
  expect(stored.size).toBe(1)
  forgetAttempt('cart', { key: 'press-1' })
  expect(stored.size).toBe(0)
})

test('a request is forgotten before the shop forgets its key', () => {
  writeAttempt('cart', attempt(Date.now() - 23.5 * 60 * 60_000))
  expect(readAttempt('cart')).toBeUndefined()
})

test('blocked storage keeps requests as long as the page', () => {
  vi.stubGlobal('localStorage', undefined)
  writeAttempt('cart', attempt())
  expect(readAttempt('cart')?.key).toBe('press-1')
})
