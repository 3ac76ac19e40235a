import { setTimeout as sleep } from 'node:timers/promises'
import { startRig } from '../../rig/rig.ts'
import { brokenPromises, percentile, startLoad, steadyShop } from './load.ts'
import type { Outcome } from './scenario.ts'

/** Each node in turn is stopped and started again, as an update does, while orders come in. */
export async function rollingRestart(): Promise<Outcome> {
  const rig = await startRig(steadyShop({ DRAIN_SECONDS: '1' }))
  try {
    const { pool } = rig.postgres.database
    const load = await startLoad({ ...rig.nodes, buyers: rig.people.buyers, pool })
    await sleep(1_000)
    const exits = await rig.nodes.restartInTurn()
    await sleep(1_000)
    const { placed, unavailable, failed, latencies } = await load.end()
    const broken = await brokenPromises(pool, placed)
    if (unavailable > 0) broken.push(`${unavailable} requests were answered 503`)
    if (failed.length > 0) broken.push(`${failed.length} requests failed: ${failed[0]}`)
    if (exits.some((how) => how !== 'with exit code 0')) broken.push(`nodes ended ${exits.join()}`)
    return {
      figures: {
        orders: placed.length,
        failed: failed.length,
        'p99 ms': percentile(latencies, 0.99),
      },
      broken,
    }
  } finally {
    await rig.close()
  }
}
