import type { FastifyInstance } from 'fastify'
import type { Shop } from '../../shop.ts'
import { measureBooks } from './books.ts'
import type { Counts } from './counts.ts'
import { measureNode } from './node.ts'
import type { RequestCounts } from './requests.ts'
import { metricsRoute } from './route.ts'
import type { Family } from './text.ts'

/** Counts requests from here on and serves what is known, if a token was set for that. */
export function serveMetrics(
  app: FastifyInstance,
  shop: Shop & { counts: Counts },
  requests: RequestCounts,
  others: () => Family[] = () => [],
) {
  const { config, database, loadShedder, counts, cards, router } = shop
  const token = config.METRICS_TOKEN
  if (!token) return
  requests.watch(app)
  const node = measureNode({
    pool: database.pool,
    gate: loadShedder,
    breakers: { cards: () => cards.breakerState() },
  })
  app.addHook('onClose', async () => node.stop())
  const read = async () => [
    requests.family(),
    ...counts.families(),
    ...node.families(),
    ...others(),
    ...(await measureBooks(database.pool)),
  ]
  metricsRoute(app, { token, limits: router.guards.limits, read })
}
