import { randomUUID } from 'node:crypto'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { orders } from '#contract/orders/orders.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { products } from '#contract/products/products.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { storeEvent } from '#server/features/payments/webhook-queue.ts'
import { expireReservations, processWebhookEvents } from '#server/features/payments/jobs.ts'
import type { Shop } from '#server/shop.ts'
import { placeLines } from '#server/testing/order-lines.ts'
import { paymentSteps } from '#server/testing/payments.ts'
import type { TestShop } from '#server/testing/shop.ts'
import { priceSteps } from '#server/testing/steps/prices.ts'
import type { Fixture, Start } from './fixture.ts'
import { units } from './fixture.ts'
import { importActions, unitsRemoved } from './imports.ts'
import type { ImportOperation } from './imports.ts'

/** The response of an operation; a completed job counts as 200. */
export interface Result {
  status: number
  body: Record<string, unknown>
}

/** The result of a completed job. */
const done: Result = { status: 200, body: {} }

export type OperationName = keyof ReturnType<typeof operationsOf>

/** An operation that ran. */
export interface Executed {
  name: OperationName
  result: Result
}

/** The delivery address that the buyer changes to. */
export const newAddress = '2 Workshop Road'

/** Operations that can be concurrent on one order, its product and the buyer's card. */
export function operationsOf(shop: TestShop, jobs: Shop) {
  const steps = paymentSteps(shop)
  const { addList, putOn } = priceSteps(shop)
  const place = (fixture: Fixture, idempotencyKey?: string): Promise<Result> => {
    const { rival, part, others, total } = fixture
    const options = idempotencyKey ? { idempotencyKey } : {}
    if (others.length > 0) {
      // In another order than the buyer's.
      const wanted = [...others, part].map((each) => [each, units] as const)
      return placeLines(shop, rival, wanted, options)
    }
    const body = { product: part.id, name: part.name, quantity: units, price: total }
    return shop.call(rival, orders.place, { body }, options)
  }

  return {
    'another customer orders': (fixture: Fixture) => place(fixture, randomUUID()),
    'another customer orders without a key': (fixture: Fixture) => place(fixture),
    'the same order is repeated with its key': (fixture: Fixture) => place(fixture, fixture.key),
    'the same order is repeated without a key': (fixture: Fixture) => place(fixture),
    'the payment is opened': (fixture: Fixture): Promise<Result> =>
      steps.open(fixture.buyer, fixture),
    'the browser reports': ({ buyer, id, intentId }: Fixture): Promise<Result> =>
      steps.report(buyer, id, intentId),
    'an event is processed': async ({ intentId }: Fixture) => {
      const id = `evt_${randomUUID()}`
      await storeEvent(shop.database.db, { id, type: 'payment_intent.succeeded', intentId })
      await processWebhookEvents(jobs)
      return done
    },
    'the order is deleted': ({ buyer, id }: Fixture): Promise<Result> => steps.remove(buyer, id),
    'the reservation expires': async () => {
      await expireReservations(jobs)
      return done
    },
    'the order is shipped': ({ admin, id }: Fixture): Promise<Result> =>
      shop.call(admin, manageOrders.ship, { params: { id } }),
    'an admin refunds': ({ admin, id }: Fixture): Promise<Result> =>
      shop.call(admin, manageOrders.refund, { params: { id }, body: { reason: 'Ordered twice' } }),
    'the delivery address changes': ({ buyer, id }: Fixture): Promise<Result> => {
      const body = { name: 'Mia', phone: '+1 555 010 0100', address: newAddress }
      return shop.call(buyer, ownOrders.deliver, { params: { id }, body })
    },
    'the product is deleted': ({ admin, part }: Fixture): Promise<Result> =>
      shop.call(admin, products.remove, { params: { id: part.id } }),
    'the price changes': async ({ part }: Fixture) => {
      await steps.query('update products set price_cents = price_cents + 100 where id = $1', [
        part.id,
      ])
      return done
    },
    'a ladder begins': async ({ part }: Fixture) => {
      await steps.query('update products set breaks = array[10, price_cents - 100] where id = $1', [
        part.id,
      ])
      return done
    },
    'the account is put on a list': async ({ rival }: Fixture) => {
      await putOn(await addList({ percentOff: 10 }), rival)
      return done
    },
    'the card is charged': async ({ intentId }: Fixture) => {
      await shop.confirmCard(intentId).catch(() => {}) // a canceled intent refuses it
      return done
    },
    ...adminOperations(shop, jobs),
  }
}

/** Operations of admins on the stock of a fixture's product, by import and by single changes. */
function adminOperations(shop: TestShop, jobs: Shop) {
  const { run } = importActions(shop, jobs)
  const apply = async (importId: string | undefined) => {
    await run(importId, 'apply')
    return done
  }
  const undo = async ({ imports }: Fixture) => {
    await run(imports.applied, 'undo')
    return done
  }
  return {
    'a file is imported': ({ imports }: Fixture) => apply(imports.checked),
    'a stock count is imported': ({ imports }: Fixture) => apply(imports.checked),
    'the same file is imported': ({ imports }: Fixture) => apply(imports.checkedAgain),
    'an import is undone': undo,
    'the import of a new product is undone': undo,
    'an admin changes the stock': ({ admin, part }: Fixture): Promise<Result> =>
      shop.call(admin, manageProducts.stock, {
        params: { id: part.id },
        body: { delta: -unitsRemoved, reason: 'Counted' },
      }),
    'an admin changes the price': async ({ admin, part }: Fixture): Promise<Result> => {
      const params = { id: part.id }
      const { body: product } = await shop.call(admin, manageProducts.one, { params })
      const { name, price, description, img } = product
      const seen = { name, price, description, img, partNumber: '', kind: '' as const }
      const body = { ...seen, price: price + 1, seen }
      return shop.call(admin, manageProducts.change, { params, body })
    },
  } satisfies Record<ImportOperation | 'an admin changes the stock', unknown>
}

/** The operations that are paused before each of their steps. */
export const interruptible = [
  'another customer orders',
  'the payment is opened',
  'the browser reports',
  'an event is processed',
  'the order is deleted',
  'the reservation expires',
  'the order is shipped',
  'an admin refunds',
  'the delivery address changes',
  'the product is deleted',
  'the price changes',
] as const satisfies OperationName[]

/** The start states in which two operations conflict most. */
export function startsOf(pair: readonly OperationName[]): [Start, ...Start[]] {
  const has = (...names: OperationName[]) => names.some((name) => pair.includes(name))
  const isOverdue = has('the reservation expires')
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
    return has('the payment is opened') ? ['placed', 'expired'] : ['opened']
  }
  return ['expired']
}
