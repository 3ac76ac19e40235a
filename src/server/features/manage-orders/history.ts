import { sql } from 'kysely'
import { toDollars } from '#contract/shared/fields.ts'
import { isKnown } from '#contract/shared/open-enum.ts'
import type { CarrierKey } from '#contract/shared/carriers.ts'
import { trackingText } from '#contract/shared/carriers.ts'
import type { Dispute, OrderEvent, ShipmentChange } from '#contract/orders/manage-orders.ts'
import { isHeldByDispute } from '#contract/orders/orders.ts'
import type { Db } from '../../db/index.ts'
import { findOrder } from '../orders/queries.ts'

/** The disputes about the payments of an order, oldest first; undefined if there is no such order. */
export async function readDisputes(db: Db, orderId: string): Promise<Dispute[] | undefined> {
  if (!(await findOrder(db, orderId))) return undefined
  const disputes = await db
    .selectFrom('disputes')
    .select(['id', 'state', 'reason', 'amount_cents', 'due_by'])
    .where('order_id', '=', orderId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
  const events = await db
    .selectFrom('dispute_events')
    .select(['dispute_id', 'state', 'created_at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  const byDispute = Map.groupBy(events, ({ dispute_id }) => dispute_id)
  return disputes.map(({ id, state, reason, amount_cents, due_by }) => ({
    id,
    state,
    reason,
    amount: toDollars(amount_cents),
    dueBy: isHeldByDispute({ dispute: state }) ? (due_by?.toISOString() ?? null) : null,
    history: (byDispute.get(id) ?? []).map((event) => ({
      state: event.state,
      at: event.created_at.toISOString(),
    })),
  }))
}

const actors: Record<string, string> = {
  'card-provider': 'card provider',
  'command-line': 'command line',
}

/** The history of an order, oldest first; undefined if there is no such order. */
export async function readHistory(db: Db, id: string): Promise<OrderEvent[] | undefined> {
  const placed = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['orders.created_at', 'users.email'])
    .where('orders.id', '=', id)
    .executeTakeFirst()
  if (!placed) return undefined
  const first = { kind: 'placed' as const, at: placed.created_at.toISOString(), by: placed.email }
  const events = await db
    .selectFrom('order_events')
    .leftJoin('users', (join) => join.on(sql<boolean>`users.id::text = actor`))
    .select(['kind', 'order_events.created_at', 'actor', 'details', 'users.email'])
    .where('order_id', '=', id)
    .orderBy('order_events.id')
    .execute()
  const own = events.map(({ kind, created_at, actor, details, email }) => ({
    kind,
    at: created_at.toISOString(),
    by: email ?? actors[actor] ?? actor,
    ...(kind === 'refunded' && { reason: String(details['note'] ?? details['reason']) }),
    ...(kind === 'partly-refunded' && {
      amount: toDollars(Number(details['cents'])),
      ...(typeof details['note'] === 'string' && { reason: details['note'] }),
    }),
  }))
  return [first, ...own, ...(await readShipment(db, id))].toSorted((one, other) =>
    one.at.localeCompare(other.at),
  )
}

const shipmentTexts = {
  undone: () => 'undone',
  stopped: () => 'stopped, since the payment is disputed',
  tracking: ({ carrier, number }) =>
    carrier
      ? trackingText({ carrier: carrier as CarrierKey, number: number as string })
      : 'carrier and number removed',
  'address-asked': () => 'asked for the delivery address',
} as const satisfies Record<ShipmentChange, (details: Record<string, unknown>) => string>

/** Changes of the shipment of an order, oldest first. */
async function readShipment(db: Db, orderId: string): Promise<OrderEvent[]> {
  const events = await db
    .selectFrom('shipment_events')
    .leftJoin('users', (join) => join.on(sql<boolean>`users.id::text = actor`))
    .select(['kind', 'shipment_events.created_at', 'actor', 'details', 'users.email'])
    .where('order_id', '=', orderId)
    .orderBy('shipment_events.id')
    .execute()
  return events.map(({ kind, created_at, actor, details, email }) => ({
    kind: 'shipped',
    shipment: kind,
    at: created_at.toISOString(),
    by: email ?? actors[actor] ?? actor,
    reason: isKnown(shipmentTexts, kind) ? shipmentTexts[kind](details) : kind,
  }))
}
