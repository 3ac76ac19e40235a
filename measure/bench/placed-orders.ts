import { priceCents, productId } from '../../src/server/testing/rows/many-rows.ts'
import type { BenchNodes, Node } from './bench-nodes.ts'
import { apart, orderLimit } from './pgbench.ts'
import type { PgbenchScript } from './pgbench.ts'
import { requestText } from './request.ts'
import { random } from './sizes.ts'

/** Enough accounts that each has about ten reservations after all rounds: every order counts its account's. */
const callers = 5_000
const requestsMax = 100_000

/** Placing orders of one line or of 40, beside statements of the same cluster. */
export function placedOrders(name: PgbenchScript) {
  return {
    name,
    size: 1_000_000 as const,
    writes: ['orders', 'least_orders'] as const,
    async prepare(bench: BenchNodes, node: Node) {
      // Others in each run: a buyer’s reservations are counted with every order, and a kept database has those of earlier runs.
      const firstBuyer = random(1_000_000 - callers)
      const tokens = await Promise.all(
        Array.from({ length: callers }, (_, n) => bench.tokenFor(firstBuyer + n)),
      )
      const requests = Array.from(
        { length: name === 'order-40' ? requestsMax / 40 : requestsMax },
        (_, index) => {
          const token = tokens[index % callers]
          return name === 'order-40'
            ? orderOf40(random(1_000_000 - 40 * apart), token)
            : orderOf(random(1_000_000), token)
        },
      )
      const buyers = [firstBuyer, firstBuyer + callers - 1] as const
      const limit = await orderLimit({ script: name, folder: bench.folder, ...node, buyers })
      return { requests: bench.writeRequests(name, requests), limit }
    },
  }
}

/** A request that orders ten units of the n-th product. */
function orderOf(n: number, token: string | undefined) {
  const body = JSON.stringify({
    product: productId(1_000_000, n),
    name: `Part ${n}`,
    quantity: 10,
    price: (priceCents(n) * 10) / 100,
  })
  return requestText({ method: 'POST', path: '/api/order', token, body, keyed: true })
}

/** A request that orders ten units of each of 40 products, from the n-th on. */
function orderOf40(n: number, token: string | undefined) {
  const products = Array.from({ length: 40 }, (_, line) => n + line * apart)
  const body = JSON.stringify({
    lines: products.map((one) => ({ product: productId(1_000_000, one), quantity: 10 })),
    price: products.reduce((sum, one) => sum + priceCents(one) * 10, 0) / 100,
  })
  return requestText({ method: 'POST', path: '/api/quickOrder/place', token, body, keyed: true })
}
