import { sql } from 'kysely'
import type { Db } from '../db/index.ts'

/** A table with fewer rows costs the same by any plan. */
const rowsMin = 50
const retryAfterMs = 60_000

const growing = sql`
  from pg_stat_user_tables join pg_class on pg_class.oid = relid
  where schemaname = 'public' and pg_has_role(relowner, 'usage')
    and n_live_tup >= ${rowsMin}
    and (n_live_tup >= 2 * reltuples or coalesce(last_analyze, last_autoanalyze) is null)`

/**
 * Tells PostgreSQL how large the tables are that have doubled since it last looked. Its own process looks once a minute:
 * until then the statements of a new shop keep plans for empty tables, which read all rows. New statistics also end the
 * plans that connections keep. Does nothing where another node is at it, or for tables of another owner. A table that
 * failed waits in `postponed`, so that it neither undoes nor delays the analysis of the others.
 */
export async function analyzeGrowing(
  db: Db,
  postponed = new Map<string, number>(),
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relid::regclass::text as name ${growing} order by n_live_tup`.execute(db)
  const due = rows.filter(({ name }) => (postponed.get(name) ?? 0) <= Date.now())
  const analyzed: string[] = []
  const failed: string[] = []
  let cause: unknown
  for (const { name } of due) {
    postponed.delete(name)
    try {
      if (await analyze(db, name)) analyzed.push(name)
    } catch (error) {
      postponed.set(name, Date.now() + retryAfterMs)
      failed.push(name)
      cause ??= error
    }
  }
  if (failed.length > 0) throw new Error(`Not analysed: ${failed.join(', ')}`, { cause })
  return analyzed
}

/** False where another node is at it, or has just done it. */
const analyze = (db: Db, name: string) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      select ${growing} and relid = ${name}::regclass
        and pg_try_advisory_xact_lock(hashtextextended('analyze growing tables', 0))`.execute(trx)
    if (rows.length > 0) await sql.raw(`analyze (skip_locked) ${name}`).execute(trx)
    return rows.length > 0
  })
