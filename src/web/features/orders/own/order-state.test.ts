import { expect, test } from 'vitest'
import { type DisputeState, type OrderStatus, orderStatuses } from '#contract/orders/orders.ts'
import { isNotReserved, stateOf } from './order-state.ts'

const at = '2026-11-20T12:00:00.000Z'
const cancelled = [
  { kind: 'placed', at },
  { kind: 'cancelled', at },
] as const

/** @shows row-35 */
test('each status has a label, and only shipped orders are Delivered', () => {
  expect(orderStatuses.map((status) => stateOf({ status }).text)).toEqual([
    'unpaid',
    'Pending',
    'Delivered',
    'refunded',
  ])
  expect(stateOf({ status: 'unpaid', steps: [...cancelled] }).text).toBe('cancelled')
})

const textOf = (...[status, dispute]: [OrderStatus, DisputeState]) =>
  stateOf({ status, dispute }).text

/** @shows row-92 */
test('a disputed payment shows until the order is shipped, and a lost one as charged back', () => {
  expect(textOf('paid', 'open')).toBe('payment disputed')
  expect(textOf('paid', 'inquiry')).toBe('bank inquiry')
  expect(textOf('paid', 'won')).toBe('Pending')
  expect(textOf('shipped', 'open')).toBe('Delivered')
  expect(textOf('refunded', 'lost')).toBe('charged back')
  expect(textOf('refunded', 'won')).toBe('refunded')
})

test('a reservation is expired if the order is unpaid and not reserved', () => {
  expect(isNotReserved({ status: 'unpaid', heldUntil: null })).toBe(true)
  expect(isNotReserved({ status: 'unpaid', heldUntil: at })).toBe(false)
  expect(isNotReserved({ status: 'paid', heldUntil: null })).toBe(false)
  expect(isNotReserved({ status: 'unpaid', heldUntil: null, steps: [...cancelled] })).toBe(false)
})
