import type { Pool } from 'pg'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { violations } from '../violations.ts'

/**
 * No refund is initiated by the shop itself: the units of an order are released only after its payment intent is
 * canceled, and only the client secret of the order's open intent is issued. Automatic refunds in the code
 * serve payments made by hand in the provider's dashboard.
 */
export async function checkAutomaticRefunds(pool: Pool): Promise<Violation[]> {
  const { rows } = await pool.query<{ example: string }>(
    `select intent_id || ' of order ' || order_id || ': ' || reason as example
     from refunds where reason not in ('by-admin', 'charged-back') order by created_at`,
  )
  return violations(
    'automatic refunds',
    'the shop accepts no payment that it has to refund by itself',
    rows.map(({ example }) => example),
  )
}
