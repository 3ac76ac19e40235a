import type { Pool } from 'pg'

type ReadMany<Row> = (pool: Pool, keys: string[]) => Promise<ReadonlyMap<string, Row>>

interface Batch<Row> {
  keys: string[]
  rows: Promise<ReadonlyMap<string, Row>>
}

/**
 * Reads of one row that come in the same turn of the event loop go to the database as one statement:
 * nobody waits longer for it, and under load most of what a statement costs is shared. Each read sees
 * what was committed before it was asked for.
 */
export function batched<Row>(readMany: ReadMany<Row>) {
  const open = new WeakMap<Pool, Batch<Row>>()

  const begin = (pool: Pool): Batch<Row> => {
    const keys: string[] = []
    const { promise: rows, resolve } = Promise.withResolvers<ReadonlyMap<string, Row>>()
    setImmediate(() => {
      open.delete(pool)
      resolve(readMany(pool, keys))
    })
    const batch = { keys, rows }
    open.set(pool, batch)
    return batch
  }

  return async (pool: Pool, key: string): Promise<Row | undefined> => {
    const batch = open.get(pool) ?? begin(pool)
    batch.keys.push(key)
    return (await batch.rows).get(key)
  }
}
