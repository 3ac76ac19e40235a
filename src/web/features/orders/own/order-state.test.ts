import { expect, test } from 'vitest'
import { orderStatuses } from '#contract/orders.ts'
import { isReservationExpired, stateOf } from './order-state.ts'

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

test('a reservation is expired if the order is unpaid and not reserved', () => {
  expect(isReservationExpired({ status: 'unpaid', heldUntil: null })).toBe(true)
  expect(isReservationExpired({ status: 'unpaid', heldUntil: at })).toBe(false)
  expect(isReservationExpired({ status: 'paid', heldUntil: null })).toBe(false)
  expect(isReservationExpired({ status: 'unpaid', heldUntil: null, steps: [...cancelled] })).toBe(
    false,
  )
})
