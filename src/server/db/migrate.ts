import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Pool } from 'pg'
import type { Database, Db } from './index.ts'

const folder = join(import.meta.dirname, 'migrations')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace('.sql', ''))
  .toSorted()
const newest = names.at(-1) ?? ''

/** Whether the database has what this version needs. Throws when it cannot be asked. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'is-migrated',
    text: 'select from kysely_migration where name = $1',
    values: [newest],
  })
  return rowCount === 1
}

interface Options {
  /** The version to stop at instead of the newest. */
  to?: string | undefined
  /** Hears of migrations that a newer version of the shop has run. */
  onNewer?: (names: string[]) => void
}

/** The number Kysely locks too, so that a node of an earlier version waits as well. */
const lockId = 3853314791062309107n

/**
 * Brings the database to the newest version, or to the one named. Several nodes may start at once:
 * a lock lets one work. Lock and limits belong to one transaction, since behind a pooler the next
 * one may run on another connection. A database of a newer version is left as it is.
 */
export const migrate = (
  database: Pick<Database, 'patiently'>,
  options: Options = {},
): Promise<void> =>
  database.patiently(({ db }) =>
    db.transaction().execute(async (trx) => {
      // An index on a large table takes its time, and so does waiting for another node that makes it; and
      // between two statements a node that starts on a busy machine may load code for seconds.
      const { rows } = await sql<{ before: string }>`
        select current_setting('lock_timeout') as before,
          set_config('statement_timeout', '0', true),
          set_config('idle_in_transaction_session_timeout', '60s', true),
          set_config('lock_timeout', '0', true)`.execute(trx)
      await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(trx)
      await sql`select set_config('lock_timeout', ${rows[0]?.before}, true)`.execute(trx)
      await migrateOn(trx, options)
    }),
  )

async function migrateOn(db: Db, { to, onNewer }: Options) {
  const migrations = await readMigrations()
  const newer = await findNewer(db)
  if (newer.length > 0) onNewer?.(newer)
  // They are done: the migrator only has to know their names.
  const known = { ...migrations, ...Object.fromEntries(newer.map((name) => [name, done])) }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } })
  const { error, results } = await (to ? migrator.migrateTo(to) : migrator.migrateToLatest())
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error })
}

const done = { up: async () => {} }

/**
 * What the database has seen beyond our last migration: code was rolled back to a version that such a
 * database must bear. One that is missing between ours is of another history, and refused.
 */
async function findNewer(db: Db): Promise<string[]> {
  const table = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db)
  if (!table.rows[0]?.isThere) return []
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name).filter((name) => name > newest)
}

async function readMigrations() {
  const entries = names.map(async (name) => {
    const text = await readFile(join(folder, `${name}.sql`), 'utf8')
    const up = async (db: Db) => void (await sql.raw(text).execute(db))
    return [name, { up }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
