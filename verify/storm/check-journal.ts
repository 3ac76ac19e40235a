import type { Pool } from 'pg'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import type { Journal } from './journal.ts'
import { violations } from './violations.ts'

interface OrderRow {
  id: string
  email: string
  productId: string
  quantity: number
  totalCents: number
  status: 'unpaid' | 'paid' | 'shipped' | 'refunded'
  transactionId: string | null
  isDeleted: boolean
}

const readOrders = async (pool: Pool) => {
  const { rows } = await pool.query<OrderRow>(
    `select id, email, product_id as "productId", quantity, total_cents as "totalCents", status,
            transaction_id as "transactionId", deleted_at is not null as "isDeleted" from orders`,
  )
  return new Map(rows.map((order) => [order.id, order]))
}

/** Holds every answer that clients got against what the database has kept. */
export async function checkJournal(pool: Pool, journal: Journal): Promise<Violation[]> {
  const orders = await readOrders(pool)
  const isAskedBack = (order?: OrderRow) =>
    order?.status === 'refunded' && journal.refundsAsked.has(order.id)
  const lost = [...journal.placed.values()].flatMap((placed) => {
    const kept = orders.get(placed.orderId)
    const isSame =
      kept?.email === placed.email &&
      kept.productId === placed.productId &&
      kept.quantity === placed.quantity &&
      kept.totalCents === placed.totalCents
    return isSame ? [] : [`${placed.orderId}: ${JSON.stringify(kept)}`]
  })
  const unpaid = [...journal.paid].flatMap(([id, transactionId]) => {
    const order = orders.get(id)
    const isPaid = order?.status === 'paid' || order?.status === 'shipped' || isAskedBack(order)
    return isPaid && order?.transactionId === transactionId ? [] : [`${id}: ${order?.status}`]
  })
  const undeleted = [...journal.deleted].filter((id) => {
    const order = orders.get(id)
    return !order?.isDeleted && order?.status === 'unpaid'
  })
  const unshipped = [...journal.shipped].filter((id) => {
    const order = orders.get(id)
    return order?.status !== 'shipped' && !isAskedBack(order)
  })
  const unrefunded = [...journal.refunded].filter((id) => orders.get(id)?.status !== 'refunded')
  return [
    ...violations('I8 placed', 'every acknowledged order is kept as it was ordered', lost),
    ...violations(
      'I8 paid',
      'what was acknowledged as paid stays paid, or goes back by an admin',
      unpaid,
    ),
    ...violations('I8 deleted', 'no acknowledged deletion is undone, unless money came', undeleted),
    ...violations(
      'I8 shipped',
      'what was acknowledged as shipped stays shipped, or is refunded by an admin',
      unshipped,
    ),
    ...violations('I8 refunded', 'what was acknowledged as refunded stays refunded', unrefunded),
    ...violations(
      'I8 catalogue',
      'what an admin added or archived stays so',
      await lostProducts(pool, journal),
    ),
    ...violations('I6 doubles', 'one key makes one order', doubles(orders, journal)),
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

/** Nobody has more orders than they sent keys, acknowledged or not. */
function doubles(orders: Map<string, OrderRow>, { keysSent }: Journal) {
  const byBuyer = Map.groupBy(orders.values(), ({ email }) => email)
  return [...byBuyer].flatMap(([email, made]) => {
    const sent = keysSent.get(email) ?? 0
    return made.length > sent ? [`${email} has ${made.length} orders of ${sent} keys`] : []
  })
}

const promises = {
  repeats: 'the same request twice has one effect and one answer',
  access: 'nobody reaches or pays with what belongs to another',
  answers: 'a client gets the answers of the contract, and never a 500',
  reads: 'what was acknowledged is seen on every node at once',
  processes: 'no process ends but by our kills',
} as const

/** What clients and supervisors complained about while the storm went on. */
export const checkComplaints = ({ complaints }: Journal): Violation[] =>
  Object.entries(promises).flatMap(([invariant, promise]) =>
    violations(
      invariant,
      promise,
      complaints.flatMap((complaint) =>
        complaint.invariant === invariant ? [complaint.example] : [],
      ),
    ),
  )
