import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { forEachOrder } from './for-each-order.ts'

// Only the id matters.
const ordersOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ _id: String(index) }) as Order)

const idsOf = (orders: readonly Order[]) => orders.map(({ _id }) => _id)

test('a failure does not stop the others, and at most five run at a time', async () => {
  let running = 0
  let most = 0
  const refusal = new Error('refused')
  const { done, failed, reason } = await forEachOrder(ordersOf(12), {
    async act({ _id }) {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      if (_id === '3') throw refusal
    },
  })
  expect(idsOf(done)).toHaveLength(11)
  expect([idsOf(failed), reason, most]).toEqual([['3'], refusal, 5])
})
