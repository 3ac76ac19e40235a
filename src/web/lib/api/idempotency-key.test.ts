import { expect, test } from 'vitest'
import { attemptKeys } from './idempotency-key.ts'

test('the same body sent again keeps its key', () => {
  const keys = attemptKeys()
  expect(keys.keyFor({ title: 'Fits' })).toBe(keys.keyFor({ title: 'Fits' }))
})

test('another body is another attempt', () => {
  const keys = attemptKeys()
  const first = keys.keyFor({ title: 'Fits' })
  expect(keys.keyFor({ title: 'Fits well' })).not.toBe(first)
})

test('the same body after a success is another attempt', () => {
  const keys = attemptKeys()
  const first = keys.keyFor({ title: 'Fits' })
  keys.finish()
  expect(keys.keyFor({ title: 'Fits' })).not.toBe(first)
})
