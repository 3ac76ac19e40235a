import type { Pool, PoolClient } from 'pg'
import { adminInvariants } from './admins.ts'
import { examplesShown } from './invariant.ts'
import type { Invariant, Violation } from './invariant.ts'
import { orderInvariants } from './orders.ts'
import { paymentInvariants } from './payments.ts'
import { stockInvariants } from './stock.ts'

/** Those the database alone can answer for. */
export const invariants: readonly Invariant[] = [
  ...stockInvariants,
  ...orderInvariants,
  ...paymentInvariants,
  ...adminInvariants,
]

interface Scope {
  /** Only rows touched so lately are looked at, by index; without it, everything. */
  lookBackSeconds?: number
  /** How often the shop sweeps: a hold may outlive its end by two sweeps. */
  sweepSeconds?: number | undefined
}

/** Looks for rows that break a promise. Every answer is of one moment, also while the shop sells. */
export async function checkInvariants(
  pool: Pool,
  { lookBackSeconds, sweepSeconds = 5 }: Scope = {},
): Promise<Violation[]> {
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    if (lookBackSeconds === undefined) {
      await client.query(`set local statement_timeout = '10min'; set local work_mem = '64MB'`)
    }
    const since = await startOfScope(client, lookBackSeconds)
    const found: Violation[] = []
    for (const invariant of invariants) {
      const violation = await check(client, invariant, [since, 2 * sweepSeconds])
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

/** By the database's clock. */
async function startOfScope(client: PoolClient, lookBackSeconds?: number): Promise<Date> {
  if (lookBackSeconds === undefined) return new Date(0)
  const { rows } = await client.query<{ since: Date }>(
    'select now() - make_interval(secs => $1) as since',
    [lookBackSeconds],
  )
  return rows[0]?.since ?? new Date(0)
}

async function check(
  client: PoolClient,
  { id, promise, violations }: Invariant,
  values: [since: Date, lateSeconds: number],
): Promise<Violation | undefined> {
  // The last line names both values, since the database refuses those a query has no use for.
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
