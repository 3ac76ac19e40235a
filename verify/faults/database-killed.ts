import { setTimeout as sleep } from 'node:timers/promises'
import { startRig } from '../../rig/rig.ts'
import { brokenPromises, startLoad, steadyShop } from './load.ts'
import { recoveryMsMax } from './scenario.ts'
import type { Outcome } from './scenario.ts'

/** PostgreSQL is killed under load. The nodes stay, say 503, and go on by themselves. */
export async function databaseKilled(stallMs: number): Promise<Outcome> {
  const rig = await startRig(steadyShop())
  try {
    const { pool } = rig.postgres.database
    const load = await startLoad({ ...rig.nodes, buyers: rig.people.buyers, pool })
    await sleep(1_000)
    await rig.postgres.kill()
    const recoveryMs = Math.round(await load.untilNextOrder())
    await sleep(1_000)
    const { placed, unavailable, failed } = await load.end()
    const broken = await brokenPromises(pool, placed)
    if (failed.length > 0) broken.push(`${failed.length} requests failed: ${failed[0]}`)
    if (recoveryMs > recoveryMsMax + stallMs)
      broken.push(`orders were taken again after ${recoveryMs} ms`)
    return {
      figures: { orders: placed.length, 'answered 503': unavailable, 'back after ms': recoveryMs },
      broken,
    }
  } finally {
    await rig.close()
  }
}
