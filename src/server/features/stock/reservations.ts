import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** The units of an order's lines, reserved anew for each payment attempt (`hold_round`). */
interface Reservation {
  id: string
  hold_round: number
}

/**
 * Takes the units of each row of a CTE (`id`, `in_stock`, `units`), whose products are locked, out of the stock, if the
 * other CTE has a row. The stock is the one that was read with the lock: the update's own row may be an earlier version.
 * The new lines of the order record the movement.
 */
export const takeUnits = (locked: string, condition: string) =>
  `update products set quantity = ${locked}.in_stock - ${locked}.units
     from ${locked}, ${condition} where products.id = ${locked}.id`

/**
 * Takes the units of one product out of the stock, if it has them and is sold. The condition and the change see the same
 * version of the row, the newest one after a wait for its lock. The new line of the order records the movement.
 */
export const takeUnitsOfOne = (
  { product, units }: { product: string; units: string },
  { condition, returning }: { condition: string; returning: string },
) =>
  `update products set quantity = quantity - ${units}
     where id = ${product} and archived_at is null and quantity >= ${units} and ${condition}
     returning ${returning}`

/**
 * The lines of an order with their products, locked in the order of their ids, so that no two deadlock. Units that were
 * refunded are no longer the order's: they were returned then, or are gone.
 */
const lockedLines = (orderId: string) => sql`
  select products.id, line, products.quantity as in_stock, order_lines.quantity - coalesce((
    select sum(refunded.quantity) from partial_refund_lines as refunded
      join partial_refunds using (order_id, refund_no)
    where refunded.order_id = order_lines.order_id and refunded.line = order_lines.line
      and refund_id is not null), 0)::integer as units
  from order_lines join products on products.id = product_id
  where order_id = ${orderId}
  order by products.id for no key update of products`

/** Reserves the units of all lines for this attempt, or none: false when there are too few. */
export async function reserve(
  trx: Transaction<Schema>,
  { id, hold_round }: Reservation,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with line as materialized (${lockedLines(id)}), taken as (
      update products set quantity = line.in_stock - line.units
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
