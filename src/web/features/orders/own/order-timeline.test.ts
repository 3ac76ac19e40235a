import { expect, test } from 'vitest'
import type { OrderStep } from '#contract/orders/orders.ts'
import { stepsAhead } from './order-timeline.tsx'

const stepsOf = (...kinds: OrderStep['kind'][]) =>
  kinds.map((kind) => ({ kind, at: '2026-11-20T12:00:00.000Z' }))

test('lists the remaining steps until a final one', () => {
  expect(stepsAhead(stepsOf('placed'))).toEqual(['paid', 'shipped'])
  expect(stepsAhead(stepsOf('placed', 'paid', 'partly-refunded'))).toEqual(['shipped'])
  expect(stepsAhead(stepsOf('placed', 'paid', 'shipped'))).toEqual([])
  expect(stepsAhead(stepsOf('placed', 'cancelled'))).toEqual([])
  expect(stepsAhead(stepsOf('placed', 'refunded'))).toEqual([])
})
