import { expect, test } from 'vitest'
import { disputeSentence } from './dispute-sentence.ts'

test('customers read what a dispute means for their order, and nothing after it is won', () => {
  const paid = { status: 'paid', shipping: false } as const
  expect(disputeSentence({ ...paid, dispute: 'open' })).toBe(
    'The payment is disputed at your bank. The order will ship once this is settled.',
  )
  expect(disputeSentence({ ...paid, dispute: 'inquiry' })).toMatch(/^Your bank has asked us/)
  expect(disputeSentence({ status: 'shipped', shipping: true, dispute: 'open' })).toBe(
    'The payment is disputed at your bank.',
  )
  expect(disputeSentence({ status: 'refunded', shipping: false, dispute: 'lost' })).toBe(
    'Your bank has returned the payment to you. The order is closed.',
  )
  expect(disputeSentence({ ...paid, dispute: 'won' })).toBeUndefined()
  expect(disputeSentence(paid)).toBeUndefined()
})
