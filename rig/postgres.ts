import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensurePostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { openDatabase } from '../src/server/db/index.ts'
import { openHome } from '../src/server/db/embedded/postgres-home.ts'
import { readPostmaster } from '../src/server/db/embedded/postgres-process.ts'

export type Postgres = Awaited<ReturnType<typeof startPostgres>>

const startTimeoutMs = 60_000

/** Starts a PostgreSQL that is restarted on the same port when it ends. */
export async function startPostgres(dir: string) {
  const server = await ensurePostgres({ dir })
  const database = openDatabase(server.url, { max: 4 })
  let isAway = false
  let kills = 0

  /** Waits until it accepts new connections; after a kill, open ones may respond for a moment. */
  async function waitForConnections() {
    for (const started = Date.now(); ; await sleep(50)) {
      const { pool, close } = openDatabase(server.url, { max: 1 })
      try {
        await pool.query('select')
        return
      } catch (error) {
        if (Date.now() - started > startTimeoutMs) throw error
      } finally {
        await close()
      }
    }
  }

  return {
    url: server.url,
    /** Process id of the postmaster at the start. */
    pid: server.pid,
    database,
    kills: () => kills,
    isAway: () => isAway,
    logFiles() {
      const folder = join(openHome(dir, () => {}).folder, 'log')
      return readdirSync(folder).map((file) => join(folder, file))
    },

    /** Kills the postmaster and waits until a new one accepts connections. */
    async kill() {
      const postmaster = readPostmaster(openHome(dir, () => {}).data ?? '')
      if (!postmaster || isAway) return
      isAway = true
      kills += 1
      process.kill(postmaster.pid, 'SIGKILL')
      await waitForConnections()
      isAway = false
    },

    async stop() {
      await database.close()
      await server.stop()
    },
  }
}
