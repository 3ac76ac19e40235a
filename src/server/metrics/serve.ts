import type { FastifyInstance } from 'fastify'
import type { Shop } from '../shop.ts'
import { measureBooks } from './books.ts'
import { measureNode } from './node.ts'
import { measureRequests } from './requests.ts'
import { metricsRoute } from './route.ts'

/** Counts requests from here on and serves what is known, if a token was set for that. */
export function serveMetrics(app: FastifyInstance, shop: Shop) {
  const { config, database, gate, counts, cards, router } = shop
  const token = config.METRICS_TOKEN
  if (!token) return
  const requests = measureRequests(app)
  const node = measureNode({
    pool: database.pool,
    gate,
    breakers: { cards: () => cards.breakerState() },
  })
  app.addHook('onClose', async () => node.stop())
  const read = async () => [
    requests(),
    ...counts.families(),
    ...node.families(),
    ...(await measureBooks(database.pool)),
  ]
  metricsRoute(app, { token, limits: router.guards.limits, read })
}
