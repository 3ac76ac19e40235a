import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'

interface Deps {
  db: Db
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Rejects while the database could not store an order. The answer is shared for some seconds, so that
 * monitoring costs one transaction in that time, however often it asks.
 */
export function createWriteProbe({ db, log }: Deps, everyMs = 5_000) {
  let latest: Promise<void> | undefined
  let takenAt = -Infinity
  return () => {
    if (!latest || performance.now() - takenAt > everyMs) {
      takenAt = performance.now()
      latest = probe(db)
      latest.catch((err: unknown) => log.error({ err }, 'write probe failed'))
    }
    return latest
  }
}

/**
 * Writes 64 KiB to a table that ends with its transaction. A row of an existing table could fit into space
 * that is already allocated, and so succeed on a full disk; a statement that is rolled back would leave
 * dead rows.
 */
const probe = (db: Db) =>
  db.transaction().execute(async (trx) => {
    await sql`create temporary table write_probe (n integer) on commit drop`.execute(trx)
    await sql`insert into write_probe select generate_series(1, 2000)`.execute(trx)
  })
