import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { OrderRefunds } from '#contract/invoices/refunds.ts'
import { toDollars } from '#contract/shared/fields.ts'
import { signOf } from '#contract/taxes/tax-lines.ts'
import type { Schema } from '../../../db/schema.ts'
import { findOrder } from '../../orders/queries.ts'

/** Refunds of an order's payment, made or recorded. */
export interface Refunded {
  cents: number
  /** Cents that the provider has made. */
  madeCents: number
  /** The number of partial refunds. */
  count: number
  /** Units and taxes by the number of their line. */
  lines: ReadonlyMap<number, RefundedLine>
}

/** Refunded units of a line, and their taxes. */
interface RefundedLine {
  quantity: number
  /** Cents of each rate. */
  taxes: readonly number[]
}

export const nothingRefunded: RefundedLine = { quantity: 0, taxes: [] }

export async function readRefunded(db: Kysely<Schema>, orderId: string): Promise<Refunded> {
  const { rows } = await sql<{ made: number; open: number; count: number }>`
    select
      (select coalesce(sum(amount_cents), 0)::bigint from credit_notes where order_id = ${orderId}) as made,
      coalesce(sum(amount_cents) filter (where refund_id is null and refused_at is null), 0)::bigint as open,
      coalesce(max(refund_no), 0)::integer as count
    from partial_refunds where order_id = ${orderId}`.execute(db)
  const lines = await sql<{ line: number; quantity: number; taxes: number[] | null }>`
    select line, quantity, taxes
    from partial_refund_lines join partial_refunds using (order_id, refund_no)
    where order_id = ${orderId} and refused_at is null`.execute(db)
  const { made = 0, open = 0, count = 0 } = rows[0] ?? {}
  return {
    cents: made + open,
    madeCents: made,
    count,
    lines: new Map(
      [...Map.groupBy(lines.rows, ({ line }) => line)].map(([line, refunds]) => [
        line,
        refunds.reduce(together, nothingRefunded),
      ]),
    ),
  }
}

const together = (
  before: RefundedLine,
  { quantity, taxes }: { quantity: number; taxes: number[] | null },
): RefundedLine => ({
  quantity: before.quantity + quantity,
  taxes: taxes?.map((cents, index) => cents + (before.taxes[index] ?? 0)) ?? before.taxes,
})

type Listed = OrderRefunds['refunds'][number]

/** The rest of an order that can be refunded, and its refunds; undefined if there is no such order. */
export async function readOrderRefunds(
  db: Kysely<Schema>,
  id: string,
): Promise<OrderRefunds | undefined> {
  const order = await findOrder(db, id)
  if (!order) return undefined
  const taxes = order.tax && signOf(order.tax) !== 0 ? await readLineTaxes(db, id) : undefined
  const { cents, madeCents, lines } = await readRefunded(db, id)
  const { rows } = await sql<{
    cents: number
    at: Date
    state: Listed['state']
    number: number | null
    note: string | null
  }>`
    select coalesce(credit_notes.amount_cents, partial_refunds.amount_cents) as cents,
      coalesce(issued_at, created_at) as at, number, note,
      case when number is not null then 'made'
        when refused_at is not null then 'refused' else 'due' end as state
    from (
        select refund_no, number, amount_cents, issued_at from credit_notes where order_id = ${id}
      ) as credit_notes
      full join (
        select refund_no, amount_cents, created_at, note, refused_at from partial_refunds where order_id = ${id}
      ) as partial_refunds using (refund_no)
    order by at`.execute(db)
  return {
    paid: order.price,
    refunded: toDollars(madeCents),
    left: order.paid ? toDollars(Math.max(0, Math.round(order.price * 100) - cents)) : 0,
    lines: order.lines.map(({ product, name, unitPrice, quantity }, index) => ({
      product,
      name,
      unitPrice,
      quantity,
      refunded: (lines.get(index + 1) ?? nothingRefunded).quantity,
      ...(taxes && {
        taxes: taxes[index] ?? [],
        refundedTaxes: [...(lines.get(index + 1) ?? nothingRefunded).taxes],
      }),
    })),
    ...(order.tax && { taxSign: signOf(order.tax) }),
    refunds: rows.map((row) => ({
      amount: toDollars(row.cents),
      at: row.at.toISOString(),
      state: row.state,
      ...(row.number !== null && { creditNote: row.number }),
      ...(row.note !== null && { reason: row.note }),
    })),
  }
}

/** The taxes of each line of an order, in cents of each rate. */
async function readLineTaxes(db: Kysely<Schema>, orderId: string): Promise<number[][]> {
  const rows = await db
    .selectFrom('order_lines')
    .select('taxes')
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute()
  return rows.map(({ taxes }) => taxes ?? [])
}

/** The state of a partial refund. */
export async function stateOfRefund(
  db: Kysely<Schema>,
  orderId: string,
  refundNo: number,
): Promise<Pick<Listed, 'state'>> {
  const row = await db
    .selectFrom('partial_refunds')
    .select(['refund_id', 'refused_at'])
    .where('order_id', '=', orderId)
    .where('refund_no', '=', refundNo)
    .executeTakeFirstOrThrow()
  if (row.refund_id !== null) return { state: 'made' }
  return { state: row.refused_at === null ? 'due' : 'refused' }
}
