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
  /** How often standby and primary are compared. */
  everyMs?: number
  /** How long a comparison counts, and how old the primary's position in it may be. */
  validMs?: number
  /** After this long without an answer of the standby the primary is asked. */
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
 * Reads of a standby that lags. At each comparison it must have replayed what the primary had written
 * at the comparison before, so an answer is at most two of `validMs` old, whatever the standby does.
 */
export function openReplica(
  primary: Queries,
  standby: Queries,
  { everyMs = 150, validMs = 400, patienceMs = 1_000 }: Options = {},
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
    if (before !== writes) return // either may be of before the write
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
        return await within(patienceMs, read(standby))
      } catch {
        // Away, too slow, or in the way of what it replays; what is wrong elsewhere the primary says.
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

/** False also for a standby that has become a primary: whose it is now is not known here. */
async function hasReplayed({ pool }: Queries, lsn: string): Promise<boolean> {
  const { rows } = await pool.query<{ near: boolean | null }>(
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1 as near',
    [lsn],
  )
  return rows[0]?.near === true
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const patience = new AbortController()
  const impatience = sleep(ms, undefined, { signal: patience.signal }).then(() => {
    throw new Error('The standby is silent')
  })
  try {
    return await Promise.race([work, impatience])
  } finally {
    patience.abort()
    impatience.catch(() => {})
  }
}
