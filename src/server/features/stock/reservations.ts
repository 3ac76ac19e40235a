import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** The units of an order, reserved anew for each payment attempt (`hold_round`). */
interface Reservation {
  id: string
  product_id: string
  quantity: number
  hold_round: number
}

/**
 * Takes units out of the stock, if there are enough: the beginning of an update to which the caller
 * adds conditions and a `returning`.
 */
export const takeUnits = (product: string, units: string) =>
  `update products set quantity = quantity - ${units}::int
     where id = ${product} and quantity >= ${units}`

/** Records the first reservation of each row of a CTE with the columns of an order. */
export const recordFirstReservation = (orders: string) =>
  `insert into stock_movements (product_id, order_id, hold_round, delta, reason)
     select product_id, id, 1, -quantity, 'held' from ${orders}`

/** Reserves the order's units for this attempt. False when there are too few. */
export async function reserve(trx: Transaction<Schema>, order: Reservation): Promise<boolean> {
  const { id, product_id, quantity, hold_round } = order
  const { numAffectedRows } = await sql`
    with taken as (
      update products set quantity = quantity - ${quantity}::int
      where id = ${product_id} and quantity >= ${quantity}
      returning id
    )
    insert into stock_movements (product_id, order_id, hold_round, delta, reason)
    select id, ${id}, ${hold_round}, ${-quantity}, 'held' from taken`.execute(trx)
  return numAffectedRows === 1n
}

/** Gives the order's units back to the stock. The database refuses a second time for an attempt. */
export async function release(trx: Transaction<Schema>, order: Reservation) {
  const { id, product_id, quantity, hold_round } = order
  await sql`
    with returned as (
      update products set quantity = quantity + ${quantity}::int where id = ${product_id}
      returning id
    )
    insert into stock_movements (product_id, order_id, hold_round, delta, reason)
    select id, ${id}, ${hold_round}, ${quantity}, 'released' from returned`.execute(trx)
}

/** Passes the reservation on to the next attempt; no other order can take the units in between. */
export async function renew(trx: Transaction<Schema>, order: Reservation) {
  const { id: order_id, product_id, quantity, hold_round } = order
  await trx
    .insertInto('stock_movements')
    .values([
      { product_id, order_id, hold_round, delta: quantity, reason: 'released' },
      { product_id, order_id, hold_round: hold_round + 1, delta: -quantity, reason: 'held' },
    ])
    .execute()
}
