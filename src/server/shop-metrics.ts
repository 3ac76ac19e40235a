import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.ts'
import type { Database } from './db/index.ts'
import { unauthenticated } from './errors/errors.ts'
import type { LoadShedder } from './http/limits/load-shedding.ts'
import type { RateLimits } from './http/limits/rate-limits.ts'
import { violationsByInvariant } from './invariants/watch.ts'
import type { Counts } from './observability/metrics/counts.ts'
import type { Tracing } from './observability/tracing/open-tracing.ts'
import type { CardService } from './services/cards/cards.ts'
import { mailAttemptsMax } from './services/mail/outbox.ts'

interface Sources {
  version: string
  config: Pick<Config, 'METRICS_TOKEN'>
  database: Database
  cards: CardService
  counts: Counts
  limits: RateLimits
  loadShedder: LoadShedder
  tracing: Tracing | undefined
}

/** The metrics and what they read from the shop. Their library is loaded only with a token. */
export async function openShopMetrics(sources: Sources) {
  const { version, config, database, cards, counts, limits, loadShedder, tracing } = sources
  const token = config.METRICS_TOKEN
  if (!token) return undefined
  const { openMetrics } = await import('./observability/metrics/open-metrics.ts')
  const { pool } = database
  const metrics = openMetrics({
    node: {
      version,
      pool,
      counts,
      loadShedding: {
        inProgress: () => loadShedder.inProgress,
        waiting: () => loadShedder.waiting,
        shed: () => loadShedder.shedTotal,
      },
      circuitBreakers: { cards: () => cards.breakerState() },
      spans: tracing?.counts,
    },
    business: { pool, mailAttemptsMax, violations: () => violationsByInvariant(pool) },
  })
  const refuse = (ip: string): never => {
    limits.takeFrom('failedTokens', ip)
    throw unauthenticated()
  }
  return {
    count: metrics.count,
    serve: (app: FastifyInstance) => metrics.serve(app, { token, refuse }),
  }
}
