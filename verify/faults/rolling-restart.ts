import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../rig/statistics.ts'
import { failedRequests, lostOrders, underLoad } from './scenario.ts'
import type { Outcome } from './scenario.ts'

/** Restarts one node after the other, as an update does. No request fails. */
export const rollingRestart = (): Promise<Outcome> =>
  underLoad({ settings: { DRAIN_SECONDS: '1' } }, async ({ nodes, postgres }, load) => {
    const exits = await nodes.restartInTurn()
    await sleep(1_000)
    const { placed, unavailable, failed, latencies } = await load.end()
    const violations = await lostOrders(postgres.database.pool, placed)
    if (unavailable > 0) violations.push(`${unavailable} requests got no node or a 503`)
    if (exits.some((how) => how !== 'with exit code 0'))
      violations.push(`nodes ended ${exits.join()}`)
    return {
      figures: {
        orders: placed.length,
        failed: failed.length,
        'p99 ms': Math.round(quantile(latencies, 0.99)),
      },
      violations: [...violations, ...failedRequests(failed)],
    }
  })
