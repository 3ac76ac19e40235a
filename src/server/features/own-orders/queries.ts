import { toDollars } from '#contract/shared/fields.ts'
import { matchesMax } from '#contract/shared/fields.ts'
import type { Order, OrderStep, OwnOrder } from '#contract/orders/orders.ts'
import type { OwnOrderTab } from '#contract/orders/order-filter.ts'
import type { OwnOrderCounts } from '#contract/orders/own-orders.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import type { OrderQuery } from '../orders/order-filter.ts'
import { countTabs, shownStatus, withSearchAmong } from '../orders/order-filter.ts'
import { findCreditNotes } from '../orders/find-invoice.ts'
import { newestFirst, readOrders } from '../orders/queries.ts'
import { selectDeletedHeaders, selectHeaders } from '../orders/order-rows.ts'

interface Page {
  userId: string
  tab?: OwnOrderTab | undefined
  q?: string | undefined
  page: number
  limit: number
}

/** One numbered page of an account's orders, newest first, each with its steps. */
export async function listOwnPage(db: Db, { userId, tab = 'all', q, page, limit }: Page) {
  const own = <Row>(orders: OrderQuery<Row>) => newestFirst(orders).where('user_id', '=', userId)
  const chosen =
    tab === 'cancelled'
      ? withSearchAmong(own(selectDeletedHeaders(db)), { q })
      : withSearchAmong(own(selectHeaders(db)), {
          tab: tab === 'to-ship' ? 'paid' : tab,
          q,
        })
  const orders = await readOrders(db, chosen.limit(limit).offset((page - 1) * limit))
  return withSteps(db, orders, tab === 'cancelled')
}

const stepOf = {
  paid: 'paid',
  shipped: 'shipped',
  deleted: 'cancelled',
  refunded: 'refunded',
  'partly-refunded': 'partly-refunded',
} as const satisfies Partial<Record<Schema['order_events']['kind'], OrderStep['kind']>>

type StepEvent = keyof typeof stepOf

async function withSteps(db: Db, orders: Order[], isCancelled: boolean): Promise<OwnOrder[]> {
  if (orders.length === 0) return []
  const events = await db
    .selectFrom('order_events')
    .select(['order_id', 'kind', 'created_at', 'details'])
    .where(
      'order_id',
      'in',
      orders.map(({ _id }) => _id),
    )
    .where('kind', 'in', Object.keys(stepOf) as StepEvent[])
    .orderBy('id')
    .execute()
  const byOrder = Map.groupBy(events, ({ order_id }) => order_id)
  const creditNotes = await findCreditNotes(
    db,
    orders.map(({ _id }) => _id),
  )
  return orders.map((order) => ({
    ...order,
    creditNotes: creditNotes.get(order._id),
    steps: [
      { kind: 'placed' as const, at: order.createdAt },
      ...(byOrder.get(order._id) ?? [])
        .map(({ kind, created_at, details }) => ({
          kind: stepOf[kind as StepEvent],
          at: created_at.toISOString(),
          ...(kind === 'partly-refunded' && { amount: toDollars(Number(details['cents'])) }),
        }))
        .filter(({ kind }) => isVisible(kind, order, isCancelled)),
    ],
  }))
}

/** A deletion undone by a payment and the refund of a second payment did not change the order. */
function isVisible(kind: OrderStep['kind'], { status }: Order, isCancelled: boolean): boolean {
  if (kind === 'cancelled') return isCancelled
  if (kind === 'refunded') return status === 'refunded'
  return true
}

/** Counts of an account's orders by status, of all or of the search results. */
export async function countOwn(
  db: Db,
  userId: string,
  q: string | undefined,
): Promise<OwnOrderCounts> {
  const newest = <Row>(orders: OrderQuery<Row>) =>
    withSearchAmong(orders.where('user_id', '=', userId).orderBy('id', 'desc'), { q }).limit(
      matchesMax + 1,
    )
  const groups = await db
    .selectFrom(
      newest(selectHeaders(db).clearSelect().select(shownStatus.as('status'))).as('found'),
    )
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const { cancelled } = await db
    .selectFrom(newest(selectDeletedHeaders(db).clearSelect().select('id')).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('cancelled'))
    .executeTakeFirstOrThrow()
  const counts = countTabs(groups)
  return {
    counts: { ...counts, cancelled },
    isCapped: Math.max(counts.all, cancelled) > matchesMax,
  }
}
