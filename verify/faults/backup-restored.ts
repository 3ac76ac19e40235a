import { join } from 'node:path'
import { backUp } from '../../src/server/backup/dump.ts'
import { restore } from '../../src/server/backup/restore.ts'
import { openDatabase } from '../../src/server/db/index.ts'
import { failedRequests, lostOrders, underLoad } from './scenario.ts'
import type { Outcome } from './scenario.ts'

/** Writes a backup under load and restores it into a second database. */
export const backupRestored = (): Promise<Outcome> =>
  underLoad({}, async (rig, load) => {
    const { url, database } = rig.postgres
    const before = [...load.tally.placed]
    const folder = join(rig.folder, 'backup')
    const { tables } = await backUp({ url, dataDir: rig.folder, folder })
    const { failed } = await load.end()

    const target = new URL(url)
    target.pathname = '/restored'
    await database.pool.query('create database restored')
    const started = performance.now()
    const dataDir = join(rig.folder, 'restored')
    await restore({ url: target.href, dataDir, folder })
    const restoreMs = Math.round(performance.now() - started)

    const { pool, close } = openDatabase(target.href)
    const lost = await lostOrders(pool, before)
    await close()
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return {
      figures: { rows, 'restored in ms': restoreMs },
      violations: [...lost, ...failedRequests(failed)],
    }
  })
