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
import { deskOperations, done } from './desk.ts'
import type { Scene, Start } from './scene.ts'

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
  const place = ({ rival, part, total }: Scene, idempotencyKey?: string): Promise<Answer> => {
    const body = { product: part.id, name: part.name, quantity: 10, price: total }
    return shop.call(rival, orders.place, { body }, idempotencyKey ? { idempotencyKey } : {})
  }

  return {
    'another places an order': (scene: Scene) => place(scene, randomUUID()),
    'another places an order without a key': (scene: Scene) => place(scene),
    'the same order comes again under its key': (scene: Scene) => place(scene, scene.key),
    'the same order comes again without a key': (scene: Scene) => place(scene),
    'the payment is opened': (scene: Scene): Promise<Answer> => steps.open(scene.buyer, scene),
    'the browser reports': ({ buyer, id, intentId }: Scene): Promise<Answer> =>
      steps.report(buyer, id, intentId),
    'an event is processed': async ({ intentId }: Scene) => {
      const id = `evt_${randomUUID()}`
      await storeEvent(shop.database.db, { id, type: 'payment_intent.succeeded', intentId })
      await processWebhookEvents(jobs)
      return done
    },
    'the order is deleted': ({ buyer, id }: Scene): Promise<Answer> => steps.remove(buyer, id),
    'the hold runs out': async () => {
      await expireReservations(jobs)
      return done
    },
    'the order is shipped': ({ admin, id }: Scene): Promise<Answer> =>
      shop.call(admin, manageOrders.ship, { params: { id } }),
    'an admin refunds': ({ admin, id }: Scene): Promise<Answer> =>
      shop.call(admin, manageOrders.refund, { params: { id }, body: { reason: 'Ordered twice' } }),
    'the delivery changes': ({ buyer, id }: Scene): Promise<Answer> => {
      const body = { name: 'Mia', phone: '+1 555 010 0100', address: newAddress }
      return shop.call(buyer, ownOrders.deliver, { params: { id }, body })
    },
    'the product is deleted': ({ admin, part }: Scene): Promise<Answer> =>
      shop.call(admin, products.remove, { params: { id: part.id } }),
    'the price changes': async ({ part }: Scene) => {
      await steps.query('update products set price_cents = price_cents + 100 where id = $1', [
        part.id,
      ])
      return done
    },
    'the card is charged': async ({ intentId }: Scene) => {
      await shop.confirmCard(intentId).catch(() => {}) // a closed payment refuses it, as it must
      return done
    },
    ...deskOperations(shop, jobs),
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
