import type { Pool } from 'pg'
import { sqlName, storedTables } from '../retention/personal-data.ts'
import type { Periods } from '../retention/stored-table.ts'
import { runExclusively } from './run-exclusively.ts'

const batchSize = 500
const batchesMax = 100

/** Changes at most `limit` expired rows and returns their number. */
export type Batch = (pool: Pool, limit: number) => Promise<number>

/**
 * Deletes expired rows in small batches, so that no lock is held for long. Hourly, on one node. `others` are
 * batches of features, by name.
 */
export const purgeExpired = (
  pool: Pool,
  periods: Periods,
  others: Readonly<Record<string, Batch>> = {},
): Promise<boolean> =>
  runExclusively(pool, { name: 'upkeep', everySeconds: 3600, leaseSeconds: 600 }, async () => ({
    ...(await purgeExpiredRows(pool, periods)),
    ...(await runBatches(pool, others)),
  }))

/** Returns the number of rows deleted from each table; a run is limited, the next one continues. */
export const purgeExpiredRows = (pool: Pool, periods: Periods): Promise<Record<string, number>> =>
  runBatches(pool, deletions(periods))

const deletions = (periods: Periods): Record<string, Batch> =>
  Object.fromEntries(
    Object.entries(storedTables).flatMap(([table, { expired }]) =>
      expired ? [[table, deletion(sqlName(table), expired(periods))]] : [],
    ),
  )

const deletion =
  (table: string, condition: string): Batch =>
  async (pool, limit) => {
    const { rowCount } = await pool.query(
      `delete from ${table} where ctid = any (array(
         select ctid from ${table} where ${condition} limit ${limit} for update skip locked))`,
    )
    return rowCount ?? 0
  }

async function runBatches(pool: Pool, batches: Readonly<Record<string, Batch>>) {
  const changed: Record<string, number> = {}
  for (const [name, run] of Object.entries(batches)) {
    changed[name] = 0
    for (let batch = 0; batch < batchesMax; batch += 1) {
      const rows = await run(pool, batchSize)
      changed[name] += rows
      if (rows < batchSize) break
    }
  }
  return changed
}
