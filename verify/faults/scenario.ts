import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { startRig } from '../../rig/rig.ts'
import type { Rig, RigOptions } from '../../rig/rig.ts'
import { checkInvariants } from '../../src/server/invariants/check.ts'
import { describeViolations } from '../violations.ts'
import { concurrency, startLoad } from './load.ts'
import type { Load } from './load.ts'

export type Figures = Readonly<Record<string, string | number>>

/** The figures of a scenario and the guarantees that it violated. */
export interface Outcome {
  figures: Figures
  violations: readonly string[]
}

export interface Scenario {
  name: string
  /**
   * `toleranceMs` is added to the allowed recovery time. Returns a reason instead of an outcome where this
   * system cannot produce the fault.
   */
  run(toleranceMs: number): Promise<Outcome | string>
}

/** Recovery time allowed after a dependency has returned. */
const recoveryMsMax = 5_000

/** Enough buyers and stock, and reservations that outlast the fault, so that nothing else refuses an order. */
const defaults: RigOptions = {
  buyers: 200,
  // A product for each concurrent order, so that they do not wait for each other's row lock.
  stock: Array.from({ length: concurrency }, () => 1_000_000),
  settings: { ORDER_RESERVATION_MINUTES: '60', JOB_INTERVAL_SECONDS: '0.5' },
}

/** Runs a scenario on two nodes under a load of orders. */
export async function underLoad(
  { settings, ...options }: Partial<RigOptions>,
  scenario: (rig: Rig, load: Load) => Promise<Outcome>,
): Promise<Outcome> {
  const rig = await startRig({
    ...defaults,
    ...options,
    settings: { ...defaults.settings, ...settings },
  })
  try {
    const load = await startLoad(rig)
    await load.untilNextOrder()
    await sleep(1_000)
    return await scenario(rig, load)
  } finally {
    await rig.close()
  }
}

/**
 * Runs a fault from which the database recovers: afterwards orders are accepted again in time, no request
 * failed other than with 503, and no acknowledged order is lost.
 */
export const databaseFault = (
  options: Partial<RigOptions>,
  toleranceMs: number,
  inject: (rig: Rig, load: Load) => Promise<Figures | void>,
): Promise<Outcome> =>
  underLoad(options, async (rig, load) => {
    const figures = await inject(rig, load)
    const recoveryMs = Math.round(await load.untilNextOrder())
    await sleep(1_000)
    const { placed, unavailable, failed } = await load.end()
    return {
      figures: {
        orders: placed.length,
        ...figures,
        'responses 503': unavailable,
        'recovered after ms': recoveryMs,
      },
      violations: [
        ...(await lostOrders(rig.postgres.database.pool, placed)),
        ...failedRequests(failed),
        ...lateRecovery(recoveryMs, recoveryMsMax + toleranceMs),
      ],
    }
  })

export const failedRequests = (failed: readonly string[]): string[] =>
  failed.length > 0 ? [`${failed.length} requests failed: ${failed[0]}`] : []

export const lateRecovery = (recoveryMs: number, maxMs: number): string[] =>
  recoveryMs > maxMs ? [`recovery took ${recoveryMs} ms, more than ${maxMs} ms`] : []

/** Acknowledged orders that are missing, and violated invariants. */
export async function lostOrders(pool: Pool, placed: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from unnest($1::uuid[]) as acknowledged (id)
     where not exists (select from orders where orders.id = acknowledged.id)`,
    [placed],
  )
  const lost = rows.length > 0 ? [`${rows.length} acknowledged orders are lost`] : []
  return [...lost, ...describeViolations(await checkInvariants(pool))]
}
