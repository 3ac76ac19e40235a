import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>

/** The pool for hot, named statements and the typed builder on the same connections. */
export interface Database {
  pool: pg.Pool
  db: Db
  close(): Promise<void>
}

const int8 = 20
// bigint columns hold cents and counters far below 2^53, so they are read as numbers.
pg.types.setTypeParser(int8, Number)

type Options = { max?: number; onError?: (error: Error) => void }

export function openDatabase(url: string, { max = 10, onError }: Options = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 5_000,
  })
  // Without listeners a connection that breaks would end the process: the pool's are for idle ones,
  // the client's for those in use, whose statement fails with the same error.
  pool.on('error', (error) => onError?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    // Kysely leaves a pool open that it never used.
    if (!pool.ended) await pool.end()
  }
  return { pool, db, close }
}

/** A statement the database parses and plans once for each connection. */
export function prepared<Row extends pg.QueryResultRow, Values extends unknown[]>(
  name: string,
  text: string,
) {
  return async (pool: Pick<pg.ClientBase, 'query'>, values: Values): Promise<Row[]> =>
    (await pool.query<Row>({ name, text, values })).rows
}

/** Whether a write was refused because it exists already; `constraint` narrows to one key. */
export const isUniqueViolation = (error: unknown, constraint?: string) =>
  error instanceof pg.DatabaseError &&
  error.code === '23505' &&
  (constraint === undefined || error.constraint === constraint)
