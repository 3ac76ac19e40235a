import { setTimeout as sleep } from 'node:timers/promises'
import { startUnreachableHost } from '../../src/server/testing/stand-ins/unreachable-host.ts'
import { startRig } from '../../rig/rig.ts'
import { brokenPromises, startLoad, steadyShop } from './load.ts'
import { recoveryMsMax } from './scenario.ts'
import type { Outcome } from './scenario.ts'

const awayMs = 6_000

/** The database's host vanishes without a word, and comes back knowing no earlier connection. */
export async function hostVanished(stallMs: number): Promise<Outcome> {
  let host: Awaited<ReturnType<typeof startUnreachableHost>> | undefined
  const reachedBy = async (url: string) => (host = await startUnreachableHost(url)).url
  const rig = await startRig({ ...steadyShop(), reachedBy })
  try {
    const { pool } = rig.postgres.database
    const load = await startLoad({ ...rig.nodes, buyers: rig.people.buyers, pool })
    await load.untilNextOrder()
    host?.vanish()
    await sleep(awayMs)
    host?.comeBack()
    const recoveryMs = Math.round(await load.untilNextOrder())
    await sleep(500)
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
    await host?.close()
  }
}
