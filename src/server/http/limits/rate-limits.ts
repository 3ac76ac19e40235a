import { createHash } from 'node:crypto'
import type pg from 'pg'
import { limits } from '#contract/shared/limits.ts'
import type { LimitName } from '#contract/shared/limits.ts'
import { AppError } from '../errors.ts'
import { prepared } from '../../db/index.ts'

/** Counts calls without asking the database: nodes tell each other of their counts once a second. */
export interface CallLimits {
  /** Counts one call. Throws `too-many`, with when to come back, when there were too many lately. */
  take(name: LimitName, who: string): void
  /** Tells the database what was counted here and learns what was counted everywhere. */
  share(): Promise<void>
}

interface Count {
  name: LimitName
  who: string
  /** Everywhere as of the last sharing, and here since. */
  taken: number
  /** Here, and not yet shared. */
  unshared: number
  /** When counting begins anew. */
  until: number
}

const countsMax = 20_000
const batchMax = 1_000

// The database's clock decides when a window ends, so the clocks of the nodes need not agree. Rows
// are locked in the order of their keys, or two nodes that share at once would wait for each other.
const add = prepared<
  { key: string; points: number; leftMs: number },
  [keys: string[], points: number[], windowsMs: number[]]
>(
  'share-counts',
  `with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms)
   insert into rate_limits as known (key, points, expire)
   select key, points, ms + window_ms
   from unnest($1::text[], $2::int[], $3::int[]) as given(key, points, window_ms), clock
   order by key
   on conflict (key) do update set
     points = excluded.points + case when known.expire > (select ms from clock) then known.points else 0 end,
     expire = case when known.expire > (select ms from clock) then known.expire else excluded.expire end
   returning key, points, expire - (select ms from clock) as "leftMs"`,
)

export function createCallLimits(
  pool: pg.Pool,
  { now = () => performance.now() } = {},
): CallLimits {
  const counts = new Map<string, Count>()

  const countOf = (name: LimitName, who: string): Count => {
    const key = `${name} ${who}`
    const known = counts.get(key)
    if (known && known.until > now()) return known
    const fresh = { name, who, taken: 0, unshared: 0, until: now() + limits[name].seconds * 1000 }
    // What is let go early comes back with the next sharing.
    if (!known && counts.size >= countsMax) counts.delete(counts.keys().next().value ?? '')
    counts.set(key, fresh)
    return fresh
  }

  const shareSome = async (some: readonly Count[]) => {
    const byKey = new Map(some.map((count) => [storedKey(count), { count, sent: count.unshared }]))
    const sent = [...byKey.values()]
    for (const { count } of sent) count.unshared = 0
    try {
      const rows = await add(pool, [
        [...byKey.keys()],
        sent.map((entry) => entry.sent),
        some.map(({ name }) => limits[name].seconds * 1000),
      ])
      for (const { key, points, leftMs } of rows) {
        const count = byKey.get(key)?.count
        if (count) Object.assign(count, { taken: points + count.unshared, until: now() + leftMs })
      }
    } catch (error) {
      for (const entry of sent) entry.count.unshared += entry.sent
      throw error
    }
  }

  return {
    take(name, who) {
      const count = countOf(name, who)
      if (count.taken >= limits[name].max) {
        const seconds = Math.ceil((count.until - now()) / 1000)
        throw new AppError('too-many', {
          detail: `That was too often. It is possible again in ${timeOf(seconds)}`,
          headers: { 'retry-after': String(seconds) },
        })
      }
      count.taken += 1
      count.unshared += 1
    },

    async share() {
      for (const [key, { until }] of counts) if (until <= now()) counts.delete(key)
      const unshared = [...counts.values()].filter((count) => count.unshared > 0)
      for (let start = 0; start < unshared.length; start += batchMax) {
        await shareSome(unshared.slice(start, start + batchMax))
      }
    },
  }
}

/** Nobody is counted: for measuring, and for tests that do in a second what people do in an hour. */
export const noCallLimits: CallLimits = { take() {}, async share() {} }

/** Hashed, so that a key has one length and the table names nobody. */
const storedKey = ({ name, who }: Count) =>
  `${name}:${createHash('sha256').update(who).digest('base64url')}`

const timeOf = (seconds: number) =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
