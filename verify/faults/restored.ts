import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { backUp } from '../../src/server/backup/dump.ts'
import { restore } from '../../src/server/backup/restore.ts'
import { openDatabase } from '../../src/server/db/index.ts'
import { startRig } from '../../rig/rig.ts'
import { brokenPromises, startLoad, steadyShop } from './load.ts'
import type { Outcome } from './scenario.ts'

/** A backup is written under load and restored into a database beside. */
export async function restored(): Promise<Outcome> {
  const rig = await startRig(steadyShop())
  try {
    const { url, database } = rig.postgres
    const load = await startLoad({
      ...rig.nodes,
      buyers: rig.people.buyers,
      pool: database.pool,
    })
    await sleep(1_000)
    const before = [...load.tally.placed]
    const folder = join(rig.folder, 'backup')
    const { tables } = await backUp({ url, dataDir: rig.folder, folder })
    const { failed } = await load.end()

    const beside = new URL(url)
    beside.pathname = '/restored'
    await database.pool.query('create database restored')
    const started = performance.now()
    const dataDir = join(rig.folder, 'restored')
    await restore({ url: beside.href, dataDir, folder })
    const restoreMs = Math.round(performance.now() - started)

    const { pool, close } = openDatabase(beside.href)
    const broken = await brokenPromises(pool, before)
    await close()
    if (failed.length > 0) broken.push(`${failed.length} requests failed: ${failed[0]}`)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return { figures: { rows, 'restored in ms': restoreMs }, broken }
  } finally {
    await rig.close()
  }
}
