import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { sqlText } from '../../db/sql-text.ts'
import { countUncovered } from './uncovered.ts'

/** The units of an order's lines, reserved anew for each payment attempt (`hold_round`). */
interface Reservation {
  id: string
  hold_round: number
}

/** A locked product as a row of a CTE. */
const rowOf = (locked: string) => ({
  quantity: `${locked}.in_stock`,
  uncovered: `${locked}.uncovered_units`,
  beyondHalfAt: `${locked}.beyond_half_at`,
})

/**
 * Takes the units of each row of a CTE (`id`, `in_stock`, `uncovered_units`, `beyond_half_at`, `units`), whose products are
 * locked, out of the stock, if the condition on the one row of another CTE is true. The stock is the one that was read with the lock:
 * the update's own row may be an earlier version (docs/decisions/0064). The new lines of the order record the movement.
 */
export const takeUnits = (
  locked: string,
  { given, condition, isUncovered }: Record<'given' | 'condition' | 'isUncovered', string>,
) => sqlText`
  update products set quantity = ${locked}.in_stock - ${locked}.units,
    ${countUncovered(`${locked}.units`, isUncovered, rowOf(locked))}
  from ${locked}, ${given} where products.id = ${locked}.id and ${condition}`

/**
 * Takes the units of one product out of the stock, if it has them and is sold. The condition and the change see the same
 * version of the row, the newest one after a wait for its lock. The new line of the order records the movement.
 */
export const takeUnitsOfOne = (
  { product, units, isUncovered }: Record<'product' | 'units' | 'isUncovered', string>,
  { condition, returning }: { condition: string; returning: string },
) => sqlText`
  update products set quantity = quantity - ${units},
    ${countUncovered(units, isUncovered)}
  where id = ${product} and archived_at is null and quantity >= ${units}
    and ${condition}
  returning
    ${returning}`

/** Returns the units of new lines without a reservation: a written line is the first one of its units (docs/decisions/0065). */
export const releaseNewLines = ({ order, from }: Record<'order' | 'from', string>) => sqlText`
  insert into stock_movements (product_id, order_id, hold_round, delta, reason)
  select locked.id, ${order}, 1, locked.units, 'released'
  from ${from}`

/**
 * The lines of an order with their products, locked in the order of their ids, so that no two deadlock. Units that were
 * refunded are no longer the order's: they were returned then, or are gone.
 */
const lockedLines = (orderId: string) => sql`
  select products.id, line, products.quantity as in_stock, uncovered_units, beyond_half_at, order_lines.quantity - coalesce((
    select sum(refunded.quantity) from partial_refund_lines as refunded
      join partial_refunds using (order_id, refund_no)
    where refunded.order_id = order_lines.order_id and refunded.line = order_lines.line
      and refund_id is not null), 0)::integer as units
  from order_lines join products on products.id = product_id
  where order_id = ${orderId}
  order by products.id for no key update of products`

/**
 * Takes the units of all lines for this attempt, or none: false when there are too few. Those of a reservation that no
 * payment covers are counted; the order has to say so too.
 */
export async function reserve(
  trx: Transaction<Schema>,
  { id, hold_round }: Reservation,
  { isUncovered }: { isUncovered: boolean },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with line as materialized (${lockedLines(id)}), taken as (
      update products set quantity = line.in_stock - line.units,
        ${sql.raw(countUncovered('line.units', String(isUncovered), rowOf('line')))}
      from line where products.id = line.id and (select bool_and(in_stock >= units) from line)
      returning products.id, line.units
    )
    insert into stock_movements (product_id, order_id, hold_round, delta, reason)
    select id, ${id}, ${hold_round}, -units, 'held' from taken`.execute(trx)
  return numAffectedRows > 0n
}

/**
 * Gives the units of all lines back to the stock, but for those that were refunded before. The database refuses a
 * second time for an attempt.
 */
export async function release(trx: Transaction<Schema>, { id, hold_round }: Reservation) {
  await sql`
    with line as materialized (${lockedLines(id)}), returned as (
      update products set quantity = line.in_stock + line.units
      from line where products.id = line.id and line.units > 0
      returning products.id, line.units
    )
    insert into stock_movements (product_id, order_id, hold_round, delta, reason)
    select id, ${id}, ${hold_round}, units, 'released' from returned`.execute(trx)
}

/** Gives the units of a partial refund back to the stock. The database refuses a second time for a refund. */
export async function restock(
  trx: Transaction<Schema>,
  { orderId, refundNo }: { orderId: string; refundNo: number },
) {
  await sql`
    with line as materialized (${lockedLines(orderId)}), returned as (
      update products set quantity = line.in_stock + refunded.quantity
      from line join partial_refund_lines as refunded using (line)
      where products.id = line.id and refunded.order_id = ${orderId} and refund_no = ${refundNo}
      returning products.id, refunded.quantity as units
    )
    insert into stock_movements (product_id, order_id, hold_round, delta, reason)
    select id, ${orderId}, ${refundNo}, units, 'returned' from returned`.execute(trx)
}

/** Passes the reservation on to the next attempt; no other order can take the units in between. */
export async function renew(trx: Transaction<Schema>, { id, hold_round }: Reservation) {
  await sql`
    insert into stock_movements (product_id, order_id, hold_round, delta, reason)
    select product_id, order_id, round, units, reason
    from order_lines, lateral (values
      (${hold_round}::integer, quantity, 'released'),
      (${hold_round}::integer + 1, -quantity, 'held')) as moved (round, units, reason)
    where order_id = ${id}
    order by product_id, round`.execute(trx)
}
