import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../index.ts'

export type Queries = Pick<Database, 'db' | 'pool'>

/** Runs public reads on the replica while its lag is small, else on the primary. */
export interface PublicReader {
  hasReplica: boolean
  run<T>(read: (from: Queries) => Promise<T>): Promise<T>
  primary: Queries
}

export interface ReadReplica extends PublicReader {
  /** After a write on this node: reads use the primary until the replica has replayed the write. */
  markStale(): void
  stop(): void
}

interface Options {
  /** Interval of the comparisons of replica and primary. */
  everyMs?: number
  /** Validity of a comparison, and maximum age of the primary's position in it. */
  validMs?: number
  /** Timeout of the replica, after which the primary is read. */
  timeoutMs?: number
}

export const primaryOnly = (primary: Queries): ReadReplica => ({
  hasReplica: false,
  primary,
  run: (read) => read(primary),
  markStale: () => {},
  stop: () => {},
})

/**
 * Reads from a read replica with limited lag. At each comparison the replica must have replayed the primary's position
 * of the previous comparison, so a response is at most twice `validMs` old.
 */
export function openReplica(
  primary: Queries,
  standby: Queries,
  { everyMs = 150, validMs = 400, timeoutMs = 1_000 }: Options = {},
): ReadReplica {
  let trustedUntil = 0
  let position: { lsn: string; at: number } | undefined
  let isComparing = false
  let writes = 0

  const markStale = () => {
    writes += 1
    trustedUntil = 0
    position = undefined
  }

  async function compare() {
    const before = writes
    const at = performance.now()
    const known = position && at - position.at < validMs ? position.lsn : undefined
    const isNear = known !== undefined && (await hasReplayed(standby, known))
    const asked = performance.now()
    const lsn = await writtenBy(primary)
    if (before !== writes) return // either position may predate the write
    trustedUntil = isNear ? at + validMs : 0
    position = { lsn, at: asked }
  }

  const timer = setInterval(() => {
    if (isComparing) return
    isComparing = true
    compare()
      .catch(markStale)
      .finally(() => (isComparing = false))
  }, everyMs)
  timer.unref()

  return {
    hasReplica: true,
    primary,
    async run(read) {
      if (performance.now() >= trustedUntil) return read(primary)
      try {
        return await within(timeoutMs, read(standby))
      } catch {
        // Replica down, slow, or cancelling on conflict: fall back to the primary, which reports real errors.
        markStale()
        return read(primary)
      }
    },
    markStale,
    stop: () => clearInterval(timer),
  }
}

/**
 * Requests with a token read from the primary: they may come from an admin who has just changed
 * something on another node.
 */
export function readerFor(
  { headers }: { headers: { authorization?: string | undefined } },
  replica: PublicReader,
): PublicReader {
  return replica.hasReplica && headers.authorization ? primaryOnly(replica.primary) : replica
}

async function writtenBy({ pool }: Queries): Promise<string> {
  const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn')
  return rows[0]?.lsn ?? ''
}

/** False also for a standby that was promoted to primary. */
async function hasReplayed({ pool }: Queries, lsn: string): Promise<boolean> {
  const { rows } = await pool.query<{ near: boolean | null }>(
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1 as near',
    [lsn],
  )
  return rows[0]?.near === true
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const timeout = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error('The replica timed out')
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    timer.abort()
    timeout.catch(() => {})
  }
}
