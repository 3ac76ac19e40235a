import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'

interface Limit {
  name: string
  perMinute: number
}

/** Counts in the database at every try, so that a limit holds to the last one across nodes. */
export interface Limits {
  /** Takes one of somebody's tries. Throws `too-many`, with when to come back, if none is left. */
  take(limit: Limit, who: string): Promise<void>
}

/** Nobody is counted. */
export const noLimits: Limits = { async take() {} }

export function createLimits(pool: pg.Pool): Limits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = ({ name, perMinute }: Limit) => {
    const known = limiters.get(name)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points: perMinute,
      duration: 60,
    })
    limiters.set(name, limiter)
    return limiter
  }

  return {
    async take(limit, who) {
      // Hashed, so that a key has one length and the table names nobody.
      const key = createHash('sha256').update(who).digest('base64url')
      try {
        await limiterOf(limit).consume(key)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const seconds = Math.ceil(refusal.msBeforeNext / 1000)
        throw new AppError('too-many', { headers: { 'retry-after': String(seconds) } })
      }
    },
  }
}
