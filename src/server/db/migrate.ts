import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from './index.ts'

const folder = join(import.meta.dirname, 'migrations')

/**
 * Brings the database to the newest version, or to the one named. Several nodes may start at once:
 * a lock lets one work.
 */
export const migrate = (db: Db, to?: string): Promise<void> =>
  db.connection().execute(async (connection) => {
    // An index on a large table takes its time, and so does waiting for another node that makes it.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      await migrateOn(connection, to)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })

async function migrateOn(db: Db, to?: string) {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error, results } = await (to ? migrator.migrateTo(to) : migrator.migrateToLatest())
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error })
}

async function readMigrations() {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
  const entries = files.map(async (file) => {
    const text = await readFile(join(folder, file), 'utf8')
    const up = async (db: Db) => void (await sql.raw(text).execute(db))
    return [file.replace('.sql', ''), { up }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
