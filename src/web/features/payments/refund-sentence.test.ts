import { expect, test } from 'vitest'
import { partRefundSentence, refundSentence } from './refund-sentence.ts'

test('mentions sold-out stock only if it caused the refund', () => {
  const at = '2026-11-20T12:00:00.000Z'
  const order = { price: 680, status: 'refunded' } as const
  expect(refundSentence({ ...order, refund: { at, reason: 'out-of-stock' } })).toBe(
    'The items sold out before your payment arrived, so all of $680.00 goes back to your card.',
  )
  const given = 'All of $680.00 goes back to your card.'
  expect(refundSentence({ ...order, refund: { at, reason: 'given-back' } })).toBe(given)
  expect(refundSentence(order)).toBe(given)
})

test('names the bank if it has returned the payment', () => {
  expect(refundSentence({ price: 680, status: 'refunded', dispute: 'lost' })).toBe(
    'Your bank has returned your payment of $680.00.',
  )
})

test('adds up what was refunded of an order that stays paid', () => {
  const issuedAt = '2026-11-20T12:00:00.000Z'
  const creditNotes = [1.1, 2.2].map((amount, number) => ({ amount, number, issuedAt }))
  expect(partRefundSentence({ price: 680, creditNotes })).toBe(
    '$3.30 of $680.00 goes back to your card.',
  )
  expect(partRefundSentence({ price: 680 })).toBeUndefined()
})
