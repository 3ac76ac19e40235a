import { createHash } from 'node:crypto'
import type pg from 'pg'
import { limits } from '#contract/shared/limits.ts'
import type { Limit, LimitName } from '#contract/shared/limits.ts'
import type { Config } from '../../config/config.ts'
import { prepared } from '../../db/prepared.ts'
import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import { networksOf } from './rate-limit-key.ts'
import { signInLimits } from './sign-in-limits.ts'
import type { NewAccountLimitName, SignInLimitName } from './sign-in-limits.ts'

/** Fixed windows, counted per account or per address. Both ways throw `too-many` with a `Retry-After`. */
export interface RateLimits {
  /** Counts in memory; nodes add up their counts once a second. */
  take(name: LimitName, key: string): void
  /** Counts a call of an IP address for the address and its networks. */
  takeFrom(name: LimitName, ip: string): void
  /** Counts in the database: exact over all nodes, for guesses at passwords. Returns the count of the window. */
  takeExactly(name: SignInLimitName, key: string, limit?: Limit): Promise<number>
  /** Takes back one count of the window, as if nothing had been counted. */
  giveBack(name: SignInLimitName, key: string): Promise<void>
  /**
   * Counts a new account of an IP address and its networks, as exactly, while `create` runs. One that fails, or
   * whose result is not `isCreated`, is not counted.
   */
  countNewAccount<T>(name: NewAccountLimitName, ip: string, creation: Creation<T>): Promise<T>
  /** Adds the local counts to the database and reads the totals of all nodes. */
  sync(): Promise<void>
}

interface Creation<T> {
  create: () => Promise<T>
  isCreated?: (result: T) => boolean
}

interface Count {
  name: LimitName
  key: string
  /** By all nodes as of the last sync, and here since. */
  taken: number
  /** Here since the last sync. */
  unsynced: number
  windowEnds: number
}

const hour = 60 * 60
const countsMax = 20_000
const batchMax = 1_000

// The database's clock ends the windows, so the nodes' clocks need not agree. Rows are locked in the
// order of their keys: in any other order two nodes that sync at once could deadlock.
const add = prepared<
  { key: string; points: number; leftMs: number },
  { keys: string[]; points: number[]; windowsMs: number[] }
>(
  'share-counts',
  (p) => `with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms)
   insert into rate_limits as known (key, points, expire)
   select key, points, ms + window_ms
   from unnest(${p.keys}::text[], ${p.points}::int[], ${p.windowsMs}::int[]) as given(key, points, window_ms), clock
   order by key
   on conflict (key) do update set
     points = excluded.points + case when known.expire > (select ms from clock) then known.points else 0 end,
     expire = case when known.expire > (select ms from clock) then known.expire else excluded.expire end
   returning key, points, expire - (select ms from clock) as "leftMs"`,
)

/** Not below zero, nor in a window that has ended meanwhile. */
const subtract = prepared<{ points: number }, { key: string }>(
  'give-count-back',
  (p) => `update rate_limits set points = points - 1
   where key = ${p.key} and points > 0 and expire > extract(epoch from clock_timestamp()) * 1000
   returning points`,
)

export function createRateLimits(
  pool: pg.Pool,
  { now = () => performance.now(), signUpsPerHour = Number.MAX_SAFE_INTEGER } = {},
): RateLimits {
  const counts = new Map<string, Count>()

  const countOf = (name: LimitName, key: string): Count => {
    const id = `${name} ${key}`
    const known = counts.get(id)
    if (known && known.windowEnds > now()) return known
    const windowEnds = now() + limits[name].seconds * 1000
    const fresh = { name, key, taken: 0, unsynced: 0, windowEnds }
    // An evicted count is restored by its next sync.
    if (!known && counts.size >= countsMax) counts.delete(counts.keys().next().value ?? '')
    counts.set(id, fresh)
    return fresh
  }

  const syncBatch = async (batch: readonly Count[]) => {
    const byKey = new Map(
      batch.map((count) => [storedKey(count.name, count.key), { count, sent: count.unsynced }]),
    )
    const sent = [...byKey.values()]
    for (const { count } of sent) count.unsynced = 0
    try {
      const rows = await add(pool, {
        keys: [...byKey.keys()],
        points: sent.map((entry) => entry.sent),
        windowsMs: batch.map(({ name }) => limits[name].seconds * 1000),
      })
      for (const { key, points, leftMs } of rows) {
        const count = byKey.get(key)?.count
        if (!count) continue
        Object.assign(count, { taken: points + count.unsynced, windowEnds: now() + leftMs })
      }
    } catch (error) {
      for (const entry of sent) entry.count.unsynced += entry.sent
      throw error
    }
  }

  const addOne = async (key: string, seconds: number) =>
    (await add(pool, { keys: [key], points: [1], windowsMs: [seconds * 1000] }))[0]

  return {
    take(name, key) {
      const count = countOf(name, key)
      if (count.taken >= limits[name].max) throw tooMany(count.windowEnds - now())
      count.taken += 1
      count.unsynced += 1
    },

    takeFrom(name, ip) {
      const asked = networksOf(ip).map(({ key, times }) => ({
        count: countOf(name, key),
        max: times * limits[name].max,
      }))
      const full = asked.find(({ count, max }) => count.taken >= max)
      if (full) throw tooMany(full.count.windowEnds - now())
      for (const { count } of asked) {
        count.taken += 1
        count.unsynced += 1
      }
    },

    async takeExactly(name, key, { max, seconds } = signInLimits[name]) {
      const total = await addOne(storedKey(name, key), seconds)
      if (total && total.points > max) throw tooMany(total.leftMs)
      return total?.points ?? 0
    },

    async giveBack(name, key) {
      await subtract(pool, { key: storedKey(name, key) })
    },

    async countNewAccount(name, ip, { create, isCreated = () => true }) {
      const counted: string[] = []
      let isNew = false
      try {
        for (const { key, times } of networksOf(ip)) {
          const stored = storedKey(name, key)
          counted.push(stored)
          const total = await addOne(stored, hour)
          if (total && total.points > times * signUpsPerHour) {
            throw tooMany(total.leftMs, newAccountsRefused)
          }
        }
        const result = await create()
        isNew = isCreated(result)
        return result
      } finally {
        if (!isNew) for (const key of counted) await subtract(pool, { key })
      }
    },

    async sync() {
      for (const [id, { windowEnds }] of counts) if (windowEnds <= now()) counts.delete(id)
      const unsynced = [...counts.values()].filter((count) => count.unsynced > 0)
      for (let start = 0; start < unsynced.length; start += batchMax) {
        await syncBatch(unsynced.slice(start, start + batchMax))
      }
    },
  }
}

/** No limits: for measurements, and for tests that call more often than people do. */
export const noRateLimits: RateLimits = {
  take() {},
  takeFrom() {},
  takeExactly: async () => 0,
  async giveBack() {},
  countNewAccount: (_name, _ip, { create }) => create(),
  async sync() {},
}

/** The rate limits of the settings. */
export const openRateLimits = (
  config: Pick<Config, 'LIMITS' | 'SIGN_UPS_PER_HOUR'>,
  pool: pg.Pool,
): RateLimits =>
  config.LIMITS === 'on'
    ? createRateLimits(pool, { signUpsPerHour: config.SIGN_UPS_PER_HOUR })
    : noRateLimits

/** Hashed, so that keys have one length and the table holds no personal data. */
const storedKey = (name: string, key: string) =>
  `${name}:${createHash('sha256').update(key).digest('base64url')}`

const newAccountsRefused =
  'Too many accounts were created from your network. Log in with one you have'

function tooMany(leftMs: number, reason = 'Too many requests') {
  const seconds = Math.ceil(leftMs / 1000)
  return new AppError('too-many', {
    detail: `${reason}. Try again in ${durationText(seconds)}`,
    headers: retryAfter(seconds),
  })
}

const durationText = (seconds: number) =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
