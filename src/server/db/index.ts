import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'
import { socketThatGivesUp } from './socket-timeout.ts'

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

interface Options {
  max?: number
  /** False behind a pooler that loses the names of statements between two transactions. */
  prepares?: boolean
  patience?: Partial<Patience>
  onError?: (error: Error) => void
  /** Sees every pool before it is used. */
  onPool?: ((pool: pg.Pool) => void) | undefined
}

export function openDatabase(
  url: string,
  { max = 10, prepares = true, onError, onPool, ...options }: Options = {},
): Database {
  const patience = { ...usual, ...options.patience }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    ...(!prepares && { Client: UnnamedClient }),
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
  onPool?.(pool)
  const db = new Kysely<Schema>({ dialect: new Dialect({ pool }) })
  return {
    pool,
    db,
    async patiently(work) {
      const patient = openDatabase(url, {
        max: 1,
        prepares,
        onPool,
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

/** Leaves the lock of migrations to `migrate`: Kysely's own belongs to a connection. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class Dialect extends PostgresDialect {
  override createAdapter() {
    return new Adapter()
  }
}

type Send = (statement: unknown, ...rest: unknown[]) => unknown

/** Sends every statement without its name, so that nothing has to be found on a connection later. */
class UnnamedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const send = this.query.bind(this) as Send
    const query: Send = (statement, ...rest) => send(unnamed(statement), ...rest)
    this.query = query as typeof this.query
  }
}

function unnamed(statement: unknown): unknown {
  // What submits itself, such as a copy stream, has to stay the object it is.
  if (typeof statement !== 'object' || !statement || 'submit' in statement) return statement
  return { ...statement, name: undefined }
}

/** Whether the limits of `openDatabase` have arrived: a pooler may drop what a connection asks for. */
export async function hasTimeLimits(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ unlimited: number }>(
    `select count(*) as unlimited from pg_settings where setting = '0'
     and name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
  )
  return rows[0]?.unlimited === 0
}

/** A statement the database parses and plans once for each connection. */
export function prepared<Row extends pg.QueryResultRow, Values extends unknown[]>(
  name: string,
  text: string,
) {
  const run = async (pool: Pick<pg.ClientBase, 'query'>, values: Values): Promise<Row[]> =>
    (await pool.query<Row>({ name, text, values })).rows
  return Object.assign(run, { text })
}

/** Whether a write was refused because it exists already; `constraint` narrows to one key. */
export const isUniqueViolation = (error: unknown, constraint?: string) =>
  error instanceof pg.DatabaseError &&
  error.code === '23505' &&
  (constraint === undefined || error.constraint === constraint)
