import { existsSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { ensurePostgres } from '../db/embedded/embedded-postgres.ts'
import { openDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export const templateDatabase = 'shop_template'

/** Timeouts for tests that are not about time, on busy machines. */
export const generousTimeouts = {
  connectMs: 30_000,
  statementMs: 60_000,
  lockMs: 60_000,
  idleSocketMs: 0,
}

/** One PostgreSQL for all test files, with a migrated database as their template. */
export default async function setup(project: TestProject) {
  const dir = makeTemporaryFolder('test')
  const postgres = await ensurePostgres({ dir })
  // Vitest ends at once on SIGTERM and SIGINT, without the teardown below.
  const endAtExit = () => {
    try {
      process.kill(postgres.pid, 'SIGQUIT')
    } catch {
      // The server has already ended.
    }
    removeNow(dir)
  }
  process.once('exit', endAtExit)
  await skipDurability(postgres.url)
  const { pool, close } = openDatabase(postgres.url, { timeouts: generousTimeouts })
  await pool.query(`create database ${templateDatabase}`)
  await close()
  const template = openDatabase(databaseUrl(postgres.url, templateDatabase), {
    timeouts: generousTimeouts,
  })
  await migrate(template)
  await template.close()
  project.provide('postgresUrl', postgres.url)

  return async () => {
    process.off('exit', endAtExit)
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** PostgreSQL may still write while it ends, and an exit handler cannot await its end. */
function removeNow(dir: string) {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let attempt = 0; existsSync(dir) && attempt < 100; attempt++) {
    try {
      rmSync(dir, { recursive: true, force: true })
    } catch {
      Atomics.wait(pause, 0, 0, 50)
    }
  }
}

/** No test's data outlives the server, so no commit waits for the disk. */
async function skipDurability(serverUrl: string) {
  const url = new URL(databaseUrl(serverUrl, 'postgres'))
  url.username = 'postgres'
  const { pool, close } = openDatabase(url.href, { max: 1, timeouts: generousTimeouts })
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await pool.query(`alter system set ${setting} = off`)
  }
  await pool.query('select pg_reload_conf()')
  await close()
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
