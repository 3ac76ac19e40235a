import type { Pool } from 'pg'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { violations } from '../violations.ts'

/**
 * The shop itself initiates no refund of an order with a reservation: its units are released only after its payment intent is
 * canceled, and only the client secret of the order's open intent is issued. Automatic refunds in the code serve payments
 * made by hand in the provider's dashboard, and orders without a reservation whose units another payment took first.
 */
export async function checkAutomaticRefunds(pool: Pool): Promise<Violation[]> {
  const { rows } = await pool.query<{ example: string }>(
    `select intent_id || ' of order ' || order_id || ': ' || reason as example
     from refunds join payment_intents intents using (intent_id, order_id)
     where reason not in ('by-admin', 'charged-back') and (hold_round = 1 or exists (
       select from stock_movements taken
       where taken.order_id = refunds.order_id and taken.hold_round = intents.hold_round and taken.reason = 'held'))
     order by refunds.created_at`,
  )
  return violations(
    'automatic refunds',
    'the shop refunds no payment of a reserved order by itself',
    rows.map(({ example }) => example),
  )
}
