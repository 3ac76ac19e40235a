import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'
import { socketThatGivesUp } from './silence.ts'

export type Db = Kysely<Schema>

/** The pool for hot, named statements and the typed builder on the same connections. */
interface Connections {
  pool: pg.Pool
  db: Db
}

export interface Database extends Connections {
  /** For work whose statements may take longer than those of a call: on a connection of its own. */
  patiently<T>(work: (connections: Connections) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const int8 = 20
// bigint columns hold cents and counters far below 2^53, so they are read as numbers.
pg.types.setTypeParser(int8, Number)

/** How long things may take on a connection; 0 is for ever. */
interface Patience {
  statementMs: number
  lockMs: number
  /** Until a connection is free, or a new one is open. */
  connectMs: number
  /** Nothing sent and nothing heard. More than the database needs to say that time is up. */
  silenceMs: number
}

const usual: Patience = { statementMs: 5_000, lockMs: 2_000, connectMs: 2_000, silenceMs: 8_000 }

/** Less than a silence, so that a connection nobody uses is not taken for one that broke. */
const idleMs = ({ silenceMs }: Patience) => 0.75 * (silenceMs || usual.silenceMs)

type Options = { max?: number; patience?: Partial<Patience>; onError?: (error: Error) => void }

export function openDatabase(
  url: string,
  { max = 10, onError, ...options }: Options = {},
): Database {
  const patience = { ...usual, ...options.patience }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patience.connectMs,
    idleTimeoutMillis: idleMs(patience),
    statement_timeout: patience.statementMs,
    lock_timeout: patience.lockMs,
    idle_in_transaction_session_timeout: 5_000,
    stream: () => socketThatGivesUp(patience.silenceMs),
    // For connections that may be silent: the system itself asks whether the other side is there.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // Without listeners a connection that breaks would end the process: the pool's are for idle ones,
  // the client's for those in use, whose statement fails with the same error.
  pool.on('error', (error) => onError?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    pool,
    db,
    async patiently(work) {
      const patient = openDatabase(url, {
        max: 1,
        patience: { ...patience, statementMs: 0, silenceMs: 0 },
      })
      try {
        return await work(patient)
      } finally {
        await patient.close()
      }
    },
    async close() {
      await db.destroy()
      // Kysely leaves a pool open that it never used.
      if (!pool.ended) await pool.end()
    },
  }
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
