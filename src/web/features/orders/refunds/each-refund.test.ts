import { expect, test } from 'vitest'
import { eachRefund } from './each-refund.ts'

/** @shows row-158 */
test('each partial refund shows its own dollars, not the sum with those before it', () => {
  const steps = [
    { kind: 'paid' },
    { kind: 'partly-refunded', amount: 4.1 },
    { kind: 'shipped' },
    { kind: 'partly-refunded', amount: 10.3 },
    { kind: 'partly-refunded', amount: 10.4 },
  ]
  expect(eachRefund(steps).map(({ amount }) => amount)).toEqual([
    undefined,
    4.1,
    undefined,
    6.2,
    0.1,
  ])
})
