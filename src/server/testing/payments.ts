import { createHash } from 'node:crypto'
import { afterAll, expect } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments.ts'
import { products } from '#contract/products/products.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { checkInvariants } from '../invariants/check.ts'
import { checkPayments } from '../invariants/payments-at-provider.ts'
import { openShop } from './shop.ts'
import type { TestShop, TestUser } from './shop.ts'

export type Part = { id: string; name: string; price: number }
type Ordered = { id: string; total: number; part: { id: string; name: string } }

/** A shop for one test file of orders or payments, closed after its last test. */
export async function openPayments(): Promise<{
  shop: TestShop
  steps: ReturnType<typeof paymentSteps>
}> {
  const shop = await openShop()
  afterAll(() => shop.close())
  return { shop, steps: paymentSteps(shop) }
}

/** No invariant is violated, and shop and card provider agree. */
export async function expectInvariantsToHold({ database, parts }: TestShop) {
  expect(await checkInvariants(database.pool)).toEqual([])
  expect(await checkPayments(database, parts.cards)).toEqual([])
}

/** The body of an order for units of a part. */
export const orderOf = (part: Part, quantity: number) => ({
  product: part.id,
  name: part.name,
  quantity,
  price: Math.round(part.price * 100 * quantity) / 100,
})

/** Common steps of tests of orders and payments, at the shop and at the card provider. */
export function paymentSteps(shop: TestShop) {
  // Prepared: some tests repeat their statements thousands of times, and planning them takes longer than their rows.
  // Several statements in one text cannot be.
  const query = async (text: string, values: unknown[] = []) => {
    const name = text.includes(';') ? undefined : createHash('sha1').update(text).digest('hex')
    return (
      await shop.database.pool.query<Record<string, unknown>>({
        ...(name && { name }),
        text,
        values,
      })
    ).rows
  }

  const open = (user: TestUser, { id, total }: Pick<Ordered, 'id' | 'total'>) =>
    shop.call(user, payments.createIntent, { body: { price: total, order: id } })

  /** Opens the payment without confirming it. */
  const openIntent = async (user: TestUser, ordered: Ordered) => {
    const { body } = await open(user, ordered)
    return body.clientSecret.split('_secret_')[0]!
  }

  return {
    query,
    open,
    openIntent,

    async order(user: TestUser, { stock = 100, quantity = 10, price = 6800 } = {}) {
      const part = await shop.stock({ quantity: stock, price })
      const order = orderOf(part, quantity)
      const { body } = await shop.call(user, orders.place, { body: order })
      return { id: body.insertedId, total: order.price, part } satisfies Ordered
    },

    /** Opens and confirms the payment at the provider without reporting it, like a browser that crashes. */
    async payAtProvider(user: TestUser, ordered: Ordered) {
      const intentId = await openIntent(user, ordered)
      await shop.confirmCard(intentId)
      return intentId
    },

    /** Another intent at the provider for an order, which the shop did not create. */
    secondIntent: ({ id, total }: Pick<Ordered, 'id' | 'total'>): Promise<{ id: string }> =>
      shop.stripe.paymentIntents.create({
        amount: Math.round(total * 100),
        currency: 'usd',
        metadata: { order: id, round: '1' },
      }),

    report: (user: TestUser, id: string, transactionId: string) =>
      shop.call(user, payments.confirm, { params: { id }, body: { order: id, transactionId } }),

    read: async (user: TestUser, id: string) =>
      (await shop.call(user, orders.one, { params: { id } })).body,

    remove: (user: TestUser, id: string) => shop.call(user, ownOrders.remove, { params: { id } }),

    unitsLeft: async (id: string) =>
      (await shop.call(undefined, products.one, { params: { id } })).body.quantity,

    statusAtProvider: async (intentId: string): Promise<string> =>
      (await shop.stripe.paymentIntents.retrieve(intentId)).status,

    /** Makes every open intent due for a poll. */
    makeDue: () => query("update payment_intents set next_poll_at = now() - interval '1 hour'"),

    /** Lets the reservation end a minute ago; the job that releases its units has not run yet. */
    expire: (id: string) =>
      query(
        `update orders set held_until = now() - interval '1 minute',
           held_since = held_since - (held_until - now() + interval '1 minute')
         where id = $1`,
        [id],
      ),

    eventsOf: async (id: string) => {
      const rows = await query('select kind from order_events where order_id = $1 order by id', [
        id,
      ])
      return ['placed', ...rows.map(({ kind }) => kind)]
    },
  }
}
