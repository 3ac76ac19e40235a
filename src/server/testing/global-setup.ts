import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensurePostgres } from '../db/embedded/embedded-postgres.ts'
import { openDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export const templateDatabase = 'shop_template'

/** What is not about time must not fail for want of it. */
export const forBusyMachines = {
  connectMs: 30_000,
  statementMs: 60_000,
  lockMs: 60_000,
  silenceMs: 0,
}

/** One PostgreSQL for all test files, with a migrated database that each of them copies. */
export default async function setup(project: TestProject) {
  const dir = mkdtempSync(join(tmpdir(), 'auto-parts-test-'))
  // PostgreSQL runs under another account when the tests run as root.
  chmodSync(dir, 0o755)
  const postgres = await ensurePostgres({ dir })
  const { pool, close } = openDatabase(postgres.url, { patience: forBusyMachines })
  await pool.query(`create database ${templateDatabase}`)
  await close()
  const template = openDatabase(databaseUrl(postgres.url, templateDatabase), {
    patience: forBusyMachines,
  })
  await migrate(template)
  await template.close()
  project.provide('postgresUrl', postgres.url)

  return async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
