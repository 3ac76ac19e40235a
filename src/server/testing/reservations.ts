import { randomUUID } from 'node:crypto'
import { afterAll, expect } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { expireReservations } from '../features/payments/jobs.ts'
import { orderOf, paymentSteps } from './payments.ts'
import type { Part } from './payments.ts'
import { openShop } from './shop.ts'
import type { TestUser } from './shop.ts'

/** A shop with limits, closed after the last test of the file, and steps of tests about reservations. */
export async function openReservations(settings: Record<string, string> = {}) {
  const shop = await openShop({ LIMITS: 'on', ...settings })
  afterAll(() => shop.close())
  const steps = paymentSteps(shop)

  const place = (user: TestUser, part: Part, quantity = 10) =>
    shop.call(
      user,
      orders.place,
      { body: orderOf(part, quantity) },
      { idempotencyKey: randomUUID() },
    )

  /** Moves the reservation of an order into the past. */
  const letPass = (id: string, minutes: number) =>
    steps.query(
      `update orders set released_at = released_at - time, held_since = held_since - time, held_until = held_until - time
       from (select make_interval(mins => $2) as time) as passed where id = $1`,
      [id, minutes],
    )

  /** Until when an order is reserved. */
  const untilOf = async (id: string) => {
    const [row] = await steps.query('select held_until from orders where id = $1', [id])
    return row!['held_until'] as Date | null
  }

  return {
    shop,
    steps,
    place,
    letPass,
    untilOf,
    isReserved: async (id: string) => (await untilOf(id)) !== null,

    async placeSeveral(user: TestUser, part: Part, count: number) {
      for (let placed = 0; placed < count; placed += 1) {
        expect((await place(user, part)).status).toBe(200)
      }
    },

    /** An account without a confirmed address. */
    unconfirmed: () => shop.signIn({ isVerified: false }),

    /** An account after its first payment. */
    async paying(isVerified = true) {
      const user = await shop.signIn({ isVerified })
      const ordered = await steps.order(user)
      await steps.report(user, ordered.id, await steps.payAtProvider(user, ordered))
      return user
    },

    /** Lets the reservation of an order expire, and so many minutes pass. */
    async expire(id: string, minutes = 0) {
      await steps.expire(id)
      await expireReservations(shop.shop)
      await letPass(id, minutes)
    },
  }
}
