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
  /** After a write on this node: reads that begin now use the replica only once it has replayed the write (docs/decisions/0101). */
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
  /** How long a read waits until the replica has replayed the writes of this node. */
  catchUpMs?: number
  /** After a wait without success: how long reads use the primary without waiting. */
  patienceMs?: number
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
 * of the previous comparison, so a response is at most twice `validMs` old. It must also have replayed the writes of
 * this node that precede the read; later ones do not matter, so a node that writes all the time reads from it too.
 */
export function openReplica(
  primary: Queries,
  standby: Queries,
  {
    everyMs = 150,
    validMs = 400,
    timeoutMs = 1_000,
    catchUpMs = 50,
    patienceMs = 1_000,
  }: Options = {},
): ReadReplica {
  let trustedUntil = 0
  let position: { lsn: string; at: number; writes: number } | undefined
  let isComparing = false
  /** The number of writes of this node, and how many of them the replica is known to have replayed. */
  let writes = 0
  let replayed = 0

  const distrust = () => {
    trustedUntil = 0
    position = undefined
  }

  async function compare() {
    const at = performance.now()
    const known = position && at - position.at < validMs ? position : undefined
    const isNear = known !== undefined && (await hasReplayed(standby, known.lsn))
    const next = { at: performance.now(), writes }
    position = { ...next, lsn: await writtenBy(primary) }
    trustedUntil = isNear ? at + validMs : 0
    if (isNear) replayed = Math.max(replayed, known.writes)
  }

  const timer = setInterval(() => {
    if (isComparing) return
    isComparing = true
    compare()
      .catch(distrust)
      .finally(() => (isComparing = false))
  }, everyMs)
  timer.unref()

  /** The wait for the writes before it. */
  let catchingUp: Promise<void> | undefined
  let waitsAgainAt = 0

  async function catchUp() {
    const wanted = writes
    const until = performance.now() + catchUpMs
    const lsn = await writtenBy(primary)
    while (!(await hasReplayed(standby, lsn))) {
      if (performance.now() > until) {
        waitsAgainAt = performance.now() + patienceMs
        return
      }
      await sleep(2)
    }
    replayed = Math.max(replayed, wanted)
  }

  /** Whether the replica has replayed the writes so far, at the end of a wait that concurrent reads share. */
  async function hasOwnWrites() {
    const wanted = writes
    while (replayed < wanted && performance.now() >= waitsAgainAt) {
      catchingUp ??= within(timeoutMs, catchUp()).finally(() => (catchingUp = undefined))
      await catchingUp
    }
    return replayed >= wanted
  }

  return {
    hasReplica: true,
    primary,
    async run(read) {
      try {
        if (performance.now() < trustedUntil && (await hasOwnWrites())) {
          return await within(timeoutMs, read(standby))
        }
      } catch {
        // Replica down, slow, or cancelling on conflict: fall back to the primary, which reports real errors.
        distrust()
      }
      return read(primary)
    },
    markStale: () => (writes += 1),
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
