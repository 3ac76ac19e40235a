import type { Pool, PoolClient } from 'pg'
import { adminInvariants } from './admins.ts'
import { documentInvariants } from './documents.ts'
import { disputeInvariants } from './disputes.ts'
import { fitmentInvariants } from './fitments.ts'
import { examplesShown } from './invariant.ts'
import type { Invariant, Violation } from './invariant.ts'
import { orderInvariants } from './orders.ts'
import { paymentInvariants } from './payments.ts'
import { stockInvariants } from './stock.ts'

/** The invariants that can be checked in the database alone. */
export const invariants: readonly Invariant[] = [
  ...stockInvariants,
  ...orderInvariants,
  ...paymentInvariants,
  ...disputeInvariants,
  ...documentInvariants,
  ...adminInvariants,
  ...fitmentInvariants,
]

interface Scope {
  /** Checks only rows changed since then by the database's clock, by index; without it, all rows. */
  since?: Date
  /** Interval of the background jobs: a reservation may outlive its expiry by two intervals. */
  sweepSeconds?: number | undefined
}

/** Finds the rows that violate an invariant. Each query sees one snapshot, also while the shop sells. */
export async function checkInvariants(
  pool: Pool,
  { since, sweepSeconds = 5 }: Scope = {},
): Promise<Violation[]> {
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    if (since === undefined) {
      await client.query(`set local statement_timeout = '10min'; set local work_mem = '64MB'`)
    }
    const found: Violation[] = []
    for (const invariant of invariants) {
      const violation = await check(client, invariant, [since ?? new Date(0), 2 * sweepSeconds])
      if (violation) found.push(violation)
    }
    await client.query('commit')
    client.release()
    return found
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function check(
  client: PoolClient,
  { id, promise, violations }: Invariant,
  values: [since: Date, lateSeconds: number],
): Promise<Violation | undefined> {
  // The last line uses both parameters, since PostgreSQL cannot infer the type of an unused one.
  const { rows } = await client.query<Pick<Violation, 'count' | 'examples'>>(
    `with violating as (${violations})
     select count(*) as count, (array_agg(distinct id::text))[1:${examplesShown}] as examples
     from violating
     where $1::timestamptz is not null and $2::float8 is not null`,
    values,
  )
  const [found] = rows
  return found && found.count > 0 ? { invariant: id, promise, ...found } : undefined
}
