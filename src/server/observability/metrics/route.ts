import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { rateLimitKey } from '../../http/limits/rate-limit-key.ts'
import type { RateLimits } from '../../http/limits/rate-limits.ts'
import { unauthenticated } from '../../errors/errors.ts'
import { formatFamilies, textType } from './text.ts'
import type { Family } from './text.ts'

interface Options {
  token: string
  limits: RateLimits
  read: () => Promise<Family[]>
}

/** What Prometheus reads. Without the token there is nothing to learn, not even how busy the shop is. */
export function metricsRoute(app: FastifyInstance, { token, limits, read }: Options) {
  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', async ({ headers, ip }, reply) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) {
      limits.take('failedTokens', rateLimitKey(ip))
      throw unauthenticated()
    }
    const families = await read()
    return reply
      .headers({ 'content-type': textType, 'cache-control': 'no-store' })
      .send(formatFamilies(families))
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
