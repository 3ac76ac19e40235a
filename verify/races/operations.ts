import { randomUUID } from 'node:crypto'
import { manageOrders } from '#contract/manage-orders.ts'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { storeEvent } from '#server/features/payments/webhooks/webhook-queue.ts'
import { expireReservations, processWebhookEvents } from '#server/features/payments/jobs.ts'
import type { Shop } from '#server/shop.ts'
import { paymentSteps } from '#server/testing/payments.ts'
import type { TestShop } from '#server/testing/shop.ts'
import { adminOperations, done } from './admin-stock.ts'
import type { Fixture, Start } from './fixture.ts'

/** What an operation was answered; a job that ran through counts as 200. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

export type OperationName = keyof ReturnType<typeof operationsOf>

/** Where the buyer says, while other things happen, that the order shall go. */
export const newAddress = '2 Workshop Road'

/** What can meet on one order and its product, and the buyer's card. */
export function operationsOf(shop: TestShop, jobs: Shop) {
  const steps = paymentSteps(shop)
  const place = ({ rival, part, total }: Fixture, idempotencyKey?: string): Promise<Answer> => {
    const body = { product: part.id, name: part.name, quantity: 10, price: total }
    return shop.call(rival, orders.place, { body }, idempotencyKey ? { idempotencyKey } : {})
  }

  return {
    'another places an order': (fixture: Fixture) => place(fixture, randomUUID()),
    'another places an order without a key': (fixture: Fixture) => place(fixture),
    'the same order comes again under its key': (fixture: Fixture) => place(fixture, fixture.key),
    'the same order comes again without a key': (fixture: Fixture) => place(fixture),
    'the payment is opened': (fixture: Fixture): Promise<Answer> =>
      steps.open(fixture.buyer, fixture),
    'the browser reports': ({ buyer, id, intentId }: Fixture): Promise<Answer> =>
      steps.report(buyer, id, intentId),
    'an event is processed': async ({ intentId }: Fixture) => {
      const id = `evt_${randomUUID()}`
      await storeEvent(shop.database.db, { id, type: 'payment_intent.succeeded', intentId })
      await processWebhookEvents(jobs)
      return done
    },
    'the order is deleted': ({ buyer, id }: Fixture): Promise<Answer> => steps.remove(buyer, id),
    'the hold runs out': async () => {
      await expireReservations(jobs)
      return done
    },
    'the order is shipped': ({ admin, id }: Fixture): Promise<Answer> =>
      shop.call(admin, manageOrders.ship, { params: { id } }),
    'an admin refunds': ({ admin, id }: Fixture): Promise<Answer> =>
      shop.call(admin, manageOrders.refund, { params: { id }, body: { reason: 'Ordered twice' } }),
    'the delivery changes': ({ buyer, id }: Fixture): Promise<Answer> => {
      const body = { name: 'Mia', phone: '+1 555 010 0100', address: newAddress }
      return shop.call(buyer, ownOrders.deliver, { params: { id }, body })
    },
    'the product is deleted': ({ admin, part }: Fixture): Promise<Answer> =>
      shop.call(admin, products.remove, { params: { id: part.id } }),
    'the price changes': async ({ part }: Fixture) => {
      await steps.query('update products set price_cents = price_cents + 100 where id = $1', [
        part.id,
      ])
      return done
    },
    'the card is charged': async ({ intentId }: Fixture) => {
      await shop.confirmCard(intentId).catch(() => {}) // a closed payment refuses it, as it must
      return done
    },
    ...adminOperations(shop, jobs),
  }
}

/** The operations that are held up at each of their steps; a card is charged in one. */
export const interruptible = [
  'another places an order',
  'the payment is opened',
  'the browser reports',
  'an event is processed',
  'the order is deleted',
  'the hold runs out',
  'the order is shipped',
  'an admin refunds',
  'the delivery changes',
  'the product is deleted',
  'the price changes',
] as const satisfies OperationName[]

/** Where two operations get into each other's way most. */
export function startsOf(pair: readonly OperationName[]): [Start, ...Start[]] {
  const has = (...names: OperationName[]) => names.some((name) => pair.includes(name))
  const isOverdue = has('the hold runs out')
  if (has('the card is charged')) return isOverdue ? ['overdue'] : ['opened']
  if (has('the browser reports', 'an event is processed')) {
    if (isOverdue) return ['overdue and charged']
    return has('an admin refunds') ? ['charged', 'paid'] : ['charged']
  }
  if (has('the order is shipped', 'an admin refunds')) {
    if (isOverdue) return ['overdue and charged']
    if (has('the order is deleted')) return ['charged']
    return has('the payment is opened') && has('the order is shipped') ? ['charged'] : ['paid']
  }
  if (isOverdue) return ['overdue']
  if (has('the order is deleted')) {
    return has('the payment is opened') ? ['placed', 'lapsed'] : ['opened']
  }
  return ['lapsed']
}
