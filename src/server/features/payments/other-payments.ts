import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import type { Shop } from '../../shop.ts'
import { cancelOpenIntent } from './close-order.ts'

interface Opened {
  id: string
  userId: string
}

/**
 * Ends the open payments of the account for other orders without a reservation that have a part in common with this
 * one: each would be charged, and all but one refunded (docs/decisions/0122). Their pages open them again.
 */
export async function endOtherPayments(shop: Shop, opened: Opened) {
  for (const other of await findOtherPayments(shop.database.db, opened)) {
    await cancelOpenIntent(shop, other)
  }
}

async function findOtherPayments(db: Db, { id, userId }: Opened) {
  const { rows } = await sql<{ id: string; hold_round: number; total_cents: number }>`
    select orders.id, orders.hold_round, total_cents
    from orders join payment_intents as intent
      on intent.order_id = orders.id and intent.hold_round = orders.hold_round
    where user_id = ${userId} and orders.id <> ${id} and orders.status = 'unpaid'
      and held_until is null and deleted_at is null
      and intent.status not in ('succeeded', 'canceled', 'processing')
      and exists (
        select from order_lines as line join order_lines as own using (product_id)
        where line.order_id = orders.id and own.order_id = ${id})`.execute(db)
  return rows
}
