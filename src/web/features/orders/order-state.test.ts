import { expect, test } from 'vitest'
import { orderStatuses } from '#contract/orders.ts'
import { hasLapsed, orderStates } from './order-state.ts'

test('every status has its word, and only a shipped order is delivered', () => {
  expect(orderStatuses.map((status) => orderStates[status].text)).toEqual([
    'unpaid',
    'Pending',
    'Delivered',
    'refunded',
  ])
})

test('an order has lapsed when it is unpaid and its units are no longer kept', () => {
  expect(hasLapsed({ status: 'unpaid', heldUntil: null })).toBe(true)
  expect(hasLapsed({ status: 'unpaid', heldUntil: '2026-11-20T12:00:00.000Z' })).toBe(false)
  expect(hasLapsed({ status: 'paid', heldUntil: null })).toBe(false)
})
