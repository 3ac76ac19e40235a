import { expect, test } from 'vitest'
import { attemptKeys } from './idempotency-key.ts'

test('a retry with the same body reuses its key', () => {
  const keys = attemptKeys()
  expect(keys.keyFor({ title: 'Fits' })).toBe(keys.keyFor({ title: 'Fits' }))
})

test('a different body gets a new key', () => {
  const keys = attemptKeys()
  const first = keys.keyFor({ title: 'Fits' })
  expect(keys.keyFor({ title: 'Fits well' })).not.toBe(first)
})

test('the same body gets a new key after success', () => {
  const keys = attemptKeys()
  const first = keys.keyFor({ title: 'Fits' })
  keys.finish()
  expect(keys.keyFor({ title: 'Fits' })).not.toBe(first)
})
