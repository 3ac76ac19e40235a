import type { Pool } from 'pg'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { violations } from './violations.ts'

/**
 * No kill, no cut line and no haste makes the shop return money by itself: units go back only when the
 * payment is closed at the provider, and a secret is handed out only of the order's one open intent.
 * The returns in the code are for what people do by hand in the provider's pages.
 */
export async function checkAutomaticRefunds(pool: Pool): Promise<Violation[]> {
  const { rows } = await pool.query<{ example: string }>(
    `select intent_id || ' of order ' || order_id || ': ' || reason as example
     from refunds where reason <> 'by-admin' order by created_at`,
  )
  return violations(
    'sent back',
    'what can be paid has its units, so the shop takes no money that it must return',
    rows.map(({ example }) => example),
  )
}
