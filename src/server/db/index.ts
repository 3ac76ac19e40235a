import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'
import { socketWithIdleTimeout } from './socket-timeout.ts'

export type Db = Kysely<Schema>

/** The pool for hot, named statements and the typed builder on the same connections. */
export interface Connections {
  pool: pg.Pool
  db: Db
}

export interface Database extends Connections {
  /** For statements that may take longer than those of a request: on a connection of its own. */
  withoutTimeouts<T>(work: (connections: Connections) => Promise<T>): Promise<T>
  /**
   * For work of minutes, such as that on a file: on a connection of its own, whose statements end with it. It is closed by the
   * signal and by {@link Database.endLongWork}, and a killed process closes it, too.
   */
  forMinutes<T>(work: (connections: Connections) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Ends all work of minutes: what it has not committed is undone. */
  endLongWork(): void
  close(): Promise<void>
}

const int8 = 20
// bigint columns hold cents and counters far below 2^53, so they are parsed as numbers.
pg.types.setTypeParser(int8, Number)

/** Limits of a connection in milliseconds; 0 means no limit. */
interface Timeouts {
  statementMs: number
  lockMs: number
  /** Waiting for a free connection or opening a new one. */
  connectMs: number
  /** A transaction between two statements. */
  idleInTransactionMs: number
  /** No data in either direction. Above the statement timeout, so that the database can report that first. */
  idleSocketMs: number
}

const defaultTimeouts: Timeouts = {
  statementMs: 5_000,
  lockMs: 2_000,
  connectMs: 2_000,
  idleInTransactionMs: 5_000,
  idleSocketMs: 8_000,
}

/** The limit of a statement on a file: 200,000 rows take seconds, a million fitments a minute. */
const longStatementMs = 10 * 60_000

/** How often PostgreSQL looks whether the client of a running statement is still there. */
const clientCheckMs = 500

/** Ends a running statement with its connection. Not every system of a server can: there it ends by its timeout. */
const endWithConnection = (client: pg.ClientBase) =>
  client.query(`set client_connection_check_interval = ${clientCheckMs}`).then(
    () => {},
    () => {},
  )

/** Below the socket's idle timeout, so that an unused connection is closed and not taken for a broken one. */
const idleConnectionMs = ({ idleSocketMs }: Timeouts) =>
  0.75 * (idleSocketMs || defaultTimeouts.idleSocketMs)

interface Options {
  max?: number
  /** False behind a pooler that loses prepared statements between two transactions. */
  prepares?: boolean
  timeouts?: Partial<Timeouts>
  onError?: (error: Error) => void
  /** Closes the connections, with the statements on them. */
  ends?: AbortSignal
  /** Receives every pool before its first use, for tracing. */
  onPool?: ((pool: pg.Pool) => void) | undefined
}

export function openDatabase(
  url: string,
  { max = 10, prepares = true, onError, onPool, ends, ...options }: Options = {},
): Database {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    ...(!prepares && { Client: UnnamedClient }),
    connectionTimeoutMillis: timeouts.connectMs,
    idleTimeoutMillis: idleConnectionMs(timeouts),
    statement_timeout: timeouts.statementMs,
    lock_timeout: timeouts.lockMs,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
    stream: () => socketWithIdleTimeout(timeouts.idleSocketMs, ends),
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types leave out
    ...(ends && { onConnect: endWithConnection }),
    // TCP keepalive detects a lost host on connections without an idle timeout.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // Without listeners a broken connection would end the process. The pool reports idle connections; for one in
  // use the statement fails with the same error.
  pool.on('error', (error) => onError?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  onPool?.(pool)
  const db = new Kysely<Schema>({ dialect: new Dialect({ pool }) })
  const ending = new AbortController()
  return {
    pool,
    db,
    async withoutTimeouts(work) {
      const unlimited = openDatabase(url, {
        max: 1,
        prepares,
        onPool,
        timeouts: { ...timeouts, statementMs: 0, idleSocketMs: 0 },
      })
      try {
        return await work(unlimited)
      } finally {
        await unlimited.close()
      }
    },
    async forMinutes(work, signal) {
      const ends = AbortSignal.any([ending.signal, ...(signal ? [signal] : [])])
      const long = openDatabase(url, {
        max: 1,
        prepares,
        onPool,
        ends,
        timeouts: { ...timeouts, statementMs: longStatementMs, idleSocketMs: 0 },
      })
      try {
        ends.throwIfAborted()
        return await work(long)
      } catch (error) {
        throw ends.aborted
          ? new Error('Connection terminated: its work has ended', { cause: error })
          : error
      } finally {
        await long.close()
      }
    },
    endLongWork: () => ending.abort(),
    async close() {
      ending.abort()
      await db.destroy()
      // Kysely does not end a pool that it never used.
      if (!pool.ended) await pool.end()
    },
  }
}

/** `migrate` takes the migration lock itself: Kysely's lock belongs to a connection. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class Dialect extends PostgresDialect {
  override createAdapter() {
    return new Adapter()
  }
}

type Query = (statement: unknown, ...rest: unknown[]) => unknown

/** Sends every statement unnamed, so that none depends on the connection of an earlier one. */
class UnnamedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const send = this.query.bind(this) as Query
    const query: Query = (statement, ...rest) => send(unnamed(statement), ...rest)
    this.query = query as typeof this.query
  }
}

function unnamed(statement: unknown): unknown {
  // Submittable objects, such as copy streams, must stay the same object.
  if (typeof statement !== 'object' || !statement || 'submit' in statement) return statement
  return { ...statement, name: undefined }
}

/** Whether the timeouts of `openDatabase` are in effect: a pooler may drop a connection's parameters. */
export async function hasTimeLimits(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ unlimited: number }>(
    `select count(*) as unlimited from pg_settings where setting = '0'
     and name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
  )
  return rows[0]?.unlimited === 0
}

/** Whether a write violated a unique key, or the one named by `constraint`. */
export const isUniqueViolation = (error: unknown, constraint?: string) =>
  error instanceof pg.DatabaseError &&
  error.code === '23505' &&
  (constraint === undefined || error.constraint === constraint)
