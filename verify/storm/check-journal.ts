import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import type { Journal } from './journal.ts'
import { violations } from '../violations.ts'

interface OrderRow {
  id: string
  email: string
  lines: { product: string; quantity: number; car: string | null }[]
  totalCents: number
  status: 'unpaid' | 'paid' | 'shipped' | 'refunded'
  transactionId: string | null
  isDeleted: boolean
  isDisputed: boolean
}

const readOrders = async (pool: Pool) => {
  const { rows } = await pool.query<OrderRow>(
    `select id, email, (
       select json_agg(json_build_object('product', product_id, 'quantity', line.quantity,
         'car', vehicle) order by line)
       from order_lines as line where order_id = orders.id) as lines, total_cents as "totalCents", status,
            transaction_id as "transactionId", deleted_at is not null as "isDeleted",
            dispute is not null as "isDisputed" from orders`,
  )
  return new Map(rows.map((order) => [order.id, order]))
}

/** Compares the acknowledged responses with the database. */
export async function checkJournal(pool: Pool, journal: Journal): Promise<Violation[]> {
  const orders = await readOrders(pool)
  const isReturned = (order?: OrderRow) =>
    order?.status === 'refunded' &&
    (journal.refundsRequested.has(order.id) || journal.losing.has(order.transactionId ?? ''))
  const lost = [...journal.placed.values()].flatMap((placed) => {
    const stored = orders.get(placed.orderId)
    const isSame =
      stored?.email === placed.email &&
      isDeepStrictEqual(stored.lines, placed.lines) &&
      // Less if lower prices applied, never more than the buyer agreed to.
      stored.totalCents <= placed.totalCents
    return isSame ? [] : [`${placed.orderId}: ${JSON.stringify(stored)}`]
  })
  const unpaid = [...journal.paid].flatMap(([id, transactionId]) => {
    const order = orders.get(id)
    const isPaid = order?.status === 'paid' || order?.status === 'shipped' || isReturned(order)
    return isPaid && order?.transactionId === transactionId ? [] : [`${id}: ${order?.status}`]
  })
  const undeleted = [...journal.deleted].filter((id) => {
    const order = orders.get(id)
    return !order?.isDeleted && order?.status === 'unpaid'
  })
  const unshipped = [...journal.shipped].filter((id) => {
    const order = orders.get(id)
    // A dispute within the time to undo holds the shipment back, also if it is won later.
    const isHeldBack = order?.status === 'paid' && order.isDisputed
    return order?.status !== 'shipped' && !isReturned(order) && !isHeldBack
  })
  const resent = [...journal.undone].filter((id) => {
    const status = orders.get(id)?.status
    return status !== 'paid' && !isReturned(orders.get(id))
  })
  const unrefunded = [...journal.refunded].filter((id) => orders.get(id)?.status !== 'refunded')
  return [
    ...violations('I8 placed', 'every acknowledged order is stored as it was placed', lost),
    ...violations(
      'I8 paid',
      'an order acknowledged as paid stays paid, unless it is refunded or charged back',
      unpaid,
    ),
    ...violations(
      'I8 deleted',
      'an acknowledged deletion is not undone, unless a payment arrived',
      undeleted,
    ),
    ...violations(
      'I8 shipped',
      'an order acknowledged as shipped stays shipped, unless it is disputed or refunded',
      unshipped,
    ),
    ...violations(
      'I8 undone',
      'an order whose shipment was acknowledged as undone is not shipped, unless it is shipped again',
      resent,
    ),
    ...violations('I8 refunded', 'an order acknowledged as refunded stays refunded', unrefunded),
    ...violations(
      'I8 catalogue',
      'acknowledged additions and archivings of products are stored',
      await lostProducts(pool, journal),
    ),
    ...violations(
      'I6 duplicates',
      'an idempotency key creates at most one order',
      duplicates(orders, journal),
    ),
  ]
}

async function lostProducts(pool: Pool, { productsAdded, productsArchived }: Journal) {
  const { rows } = await pool.query<{ id: string; archived: boolean }>(
    'select id, archived_at is not null as archived from products',
  )
  const archived = new Map(rows.map((product) => [product.id, product.archived]))
  return [
    ...[...productsAdded].filter((id) => !archived.has(id)),
    ...[...productsArchived].filter((id) => !archived.get(id)),
  ]
}

/** Accounts with more orders than idempotency keys sent, acknowledged or not. */
function duplicates(orders: Map<string, OrderRow>, { keysSent }: Journal) {
  const byBuyer = Map.groupBy(orders.values(), ({ email }) => email)
  return [...byBuyer].flatMap(([email, placed]) => {
    const sent = keysSent.get(email) ?? 0
    return placed.length > sent ? [`${email} has ${placed.length} orders of ${sent} keys`] : []
  })
}

const promises = {
  repeats: 'a repeated request has one effect and one response',
  access: 'no customer reads, changes or pays with the data of another',
  responses: 'every response is declared by the contract; none is a 500',
  reads: 'an acknowledged write is visible on every node at once',
  processes: 'no node ends except by a kill',
} as const

/** Findings of clients and supervisors during the run. */
export const checkFindings = ({ findings }: Journal): Violation[] =>
  Object.entries(promises).flatMap(([invariant, promise]) =>
    violations(
      invariant,
      promise,
      findings.flatMap((finding) => (finding.invariant === invariant ? [finding.example] : [])),
    ),
  )
