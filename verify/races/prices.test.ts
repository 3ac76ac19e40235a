import { afterEach, expect, test, vi } from 'vitest'
import { openPairs } from './pairs.ts'

// Each test runs a pair of operations up to some dozens of times.
vi.setConfig({ testTimeout: 240_000 })

const { shop, interleavePair } = await openPairs()

const placing = ['another customer orders', 'another customer orders without a key'] as const
const changes = ['a ladder begins', 'the account is put on a list', 'the price changes'] as const
const pairs = [...placing, 'the payment is opened' as const].flatMap((one) =>
  changes.map((change) => [one, change] as const),
)

/** Whether an order has a lower price at all: else the interleavings show nothing. */
let lowered = 0
afterEach(async () => {
  const { rows } = await shop.database.pool.query(
    `select total_cents, list_price_cents, line.quantity
     from orders join order_lines as line on order_id = orders.id where list_price_cents is not null`,
  )
  lowered += rows.length
  // Each buyer agreed to the price of one unit at most.
  for (const { total_cents, list_price_cents, quantity } of rows) {
    expect(Number(total_cents)).toBeLessThan(Number(list_price_cents) * Number(quantity))
  }
})

/** @shows row-166, row-167, P1, P5, asvs-2.3.3 */
test.each(pairs)(
  'no interleaving makes an order dearer than its buyer agreed to: %s, %s',
  async (one, change) => {
    expect(await interleavePair(one, change, 'expired')).toEqual([])
    expect(await interleavePair(change, one, 'expired')).toEqual([])
  },
)

test('some of these orders had lower prices', () => {
  expect(lowered).toBeGreaterThan(0)
})
