import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { ProviderRefund } from '../../../services/cards/card-refunds.ts'
import type { LockedOrder } from '../../orders/queries.ts'
import { restock } from '../../stock/reservations.ts'

/** The name of a partial refund at the card provider. */
export const refundName = (orderId: string, refundNo: number) => `${orderId}/${refundNo}`

function refundNoOf(orderId: string, { name }: ProviderRefund): number | undefined {
  const [order, number] = name?.split('/') ?? []
  return order === orderId ? Number(number) : undefined
}

interface Refunded {
  order: Pick<LockedOrder, 'id' | 'total_cents'>
  /** All that the provider knows of the order's payment. */
  refunds: readonly ProviderRefund[]
}

/**
 * Records which partial refunds the provider has made, with the return of their units. Returns the admin who decided
 * the latest refund; undefined if it was made in the provider's dashboard.
 */
export async function confirmPartialRefunds(
  trx: Transaction<Schema>,
  { order, refunds }: Refunded,
): Promise<string | undefined> {
  if (refunds.length === 0) return undefined
  const decided = await trx
    .selectFrom('partial_refunds')
    .select(['refund_no', 'refund_id', 'is_restocked', 'actor'])
    .where('order_id', '=', order.id)
    .execute()
  let latest: string | undefined
  for (const refund of refunds) {
    const refundNo = refundNoOf(order.id, refund)
    const row = decided.find(({ refund_no }) => refund_no === refundNo)
    latest = row?.actor
    if (!row || row.refund_id !== null) continue
    await trx
      .updateTable('partial_refunds')
      .set({ refund_id: refund.id, refused_at: null })
      .where('order_id', '=', order.id)
      .where('refund_no', '=', row.refund_no)
      .execute()
    if (row.is_restocked) await restock(trx, { orderId: order.id, refundNo: row.refund_no })
  }
  return latest
}

/** Ends the partial refunds of a closed order that were not made: nothing of its payment is left. */
export async function refuseOpenRefunds(trx: Transaction<Schema>, orderId: string) {
  await trx
    .updateTable('partial_refunds')
    .set({ refused_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('refund_id', 'is', null)
    .where('refused_at', 'is', null)
    .execute()
}

/** A refund of the order's payment without a credit note. */
export interface NewRefund {
  id: string
  cents: number
  refundNo: number | undefined
}

/** The refunds that have no credit note, oldest first; never above what is left of the payment. */
export async function findNewRefunds(
  trx: Transaction<Schema>,
  { order, refunds }: Refunded,
): Promise<NewRefund[]> {
  if (refunds.length === 0) return []
  const known = await trx
    .selectFrom('credit_notes')
    .select(['refund_id', 'amount_cents'])
    .where('order_id', '=', order.id)
    .execute()
  const ids = new Set(known.map(({ refund_id }) => refund_id))
  let left = order.total_cents - sumOf(known)
  // Refunds whose ids were not stored are the oldest.
  let covered = sumOf(known.filter(({ refund_id }) => refund_id === null))
  const added: NewRefund[] = []
  for (const refund of refunds.filter(({ id }) => !ids.has(id))) {
    const before = Math.min(covered, refund.amount)
    covered -= before
    const cents = Math.min(refund.amount - before, left)
    if (cents <= 0) continue
    left -= cents
    added.push({ id: refund.id, cents, refundNo: refundNoOf(order.id, refund) })
  }
  return added
}

/** Issues their credit notes. Takes the lock of the numbers, so nothing else may be locked after it. */
export async function issueCreditNotes(
  trx: Transaction<Schema>,
  orderId: string,
  refunds: readonly NewRefund[],
) {
  for (const { id, cents, refundNo } of refunds) {
    await sql`
      select issue_credit_note(${orderId}::uuid, ${id}::text, ${cents}::bigint,
        ${refundNo ?? null}::smallint)`.execute(trx)
  }
}

const sumOf = (notes: readonly { amount_cents: number }[]) =>
  notes.reduce((cents, { amount_cents }) => cents + amount_cents, 0)
