import type { Order } from '#contract/orders/orders.ts'

interface Work {
  act: (order: Order) => Promise<unknown>
  onProgress?: ((done: number) => void) | undefined
}

/** A whole page is done within seconds on a slow line, and leaves the server to others. */
const concurrentMax = 5

/** Does the same to each of some orders, a few at a time; a failure does not stop the others. */
export async function forEachOrder(orders: readonly Order[], { act, onProgress }: Work) {
  const waiting = [...orders]
  const done: Order[] = []
  const failed: Order[] = []
  let reason: unknown

  async function takeTurns() {
    for (let order = waiting.shift(); order; order = waiting.shift()) {
      onProgress?.(done.length + failed.length)
      try {
        await act(order)
        done.push(order)
      } catch (error) {
        failed.push(order)
        reason = error
      }
    }
  }
  await Promise.all(Array.from({ length: concurrentMax }, takeTurns))
  return { done, failed, reason }
}
