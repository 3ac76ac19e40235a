import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Pool } from 'pg'
import { prepared } from './prepared.ts'
import type { Database, Db } from './index.ts'

const folder = join(import.meta.dirname, 'migrations')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace('.sql', ''))
  .toSorted()
const newest = names.at(-1) ?? ''

/**
 * Entries that migrations add to the list when earlier releases cannot work with the new schema: they sort before all
 * migrations, so those releases find an unknown entry between their own, and refuse to start.
 */
export const requirements = ['0000-needs-release-0.3.0']
const isRequirement = (name: string) => name.startsWith('0000-')

const selectMigrations = prepared<{ name: string }, { newest: string }>(
  'is-migrated',
  (p) => `select name from kysely_migration where name = ${p.newest} or name like '0000-%'`,
)

/**
 * Whether the database has this version's newest migration, and none that requires a later release. Throws when it is
 * unreachable.
 */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const rows = await selectMigrations(pool, { newest })
  const names = rows.map(({ name }) => name)
  return names.includes(newest) && names.every((name) => name === newest || isKnown(name))
}

const isKnown = (name: string) => requirements.includes(name)

interface Options {
  /** The migration to stop at instead of the newest. */
  to?: string | undefined
  /** Receives the names of migrations that a newer version of the shop has run. */
  onNewer?: (names: string[]) => void
}

/** Kysely's own lock number, so that nodes of an earlier version wait as well. */
const lockId = 3853314791062309107n

/**
 * Migrates the database to the newest migration or to the one given. Several nodes may start at once: a lock
 * lets one migrate. Lock and timeouts belong to one transaction, since behind a pooler the next one may run
 * on another connection. A database of a newer version is not changed.
 */
export const migrate = (
  database: Pick<Database, 'withoutTimeouts'>,
  options: Options = {},
): Promise<void> =>
  database.withoutTimeouts(({ db }) =>
    db.transaction().execute(async (trx) => {
      // Building an index on a large table, or waiting for another node that builds it, takes minutes. Between
      // two statements a node that starts on a busy machine may load code for seconds.
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
  const executed = await findExecuted(db)
  const unknown = executed.find((name) => isRequirement(name) && !isKnown(name))
  if (unknown) throw new Error(`The database ${unknown.replace('0000-', '').replaceAll('-', ' ')}`)
  const newer = executed.filter((name) => name > newest)
  if (newer.length > 0) onNewer?.(newer)
  // They have run already: the migrator only has to know their names.
  const others = [...executed.filter(isRequirement), ...newer]
  const known = { ...migrations, ...Object.fromEntries(others.map((name) => [name, alreadyRun])) }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } })
  const { error, results } = await (to ? migrator.migrateTo(to) : migrator.migrateToLatest())
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error })
}

const alreadyRun = { up: async () => {} }

/**
 * All entries of the list. Migrations beyond this version's newest mean that the code was rolled back, and works with
 * the newer schema. An unknown migration between this version's own belongs to another history; the migrator rejects it.
 */
async function findExecuted(db: Db): Promise<string[]> {
  const table = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as "exists"`.execute(db)
  if (!table.rows[0]?.exists) return []
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function readMigrations() {
  const entries = names.map(async (name) => {
    const text = await readFile(join(folder, `${name}.sql`), 'utf8')
    const up = async (db: Db) => void (await sql.raw(text).execute(db))
    return [name, { up }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
