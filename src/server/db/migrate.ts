import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from './index.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Brings the database to the newest version. Several nodes may start at once: a lock lets one work. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error, results } = await migrator.migrateToLatest()
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
