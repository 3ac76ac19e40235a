import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { registerBusiness } from './business-metrics.ts'
import type { BusinessSources } from './business-metrics.ts'
import { registerNode } from './node-metrics.ts'
import type { NodeSources } from './node-metrics.ts'
import { measureApp, registerResponses } from './responses.ts'
import type { CountResponse } from './responses.ts'

interface Sources {
  node: NodeSources
  business: BusinessSources
}

interface Access {
  token: string
  /** Throws the response to a wrong token. */
  refuse: (ip: string) => never
}

/** The metrics of this node and of the whole shop, for Prometheus. Loaded only where a token is set. */
export interface Metrics {
  /** Counts a response that is sent below the app. */
  count: CountResponse
  /** Counts the responses of the app from here on, and serves the metrics to callers that know the token. */
  serve(app: FastifyInstance, access: Access): void
}

export function openMetrics({ node, business }: Sources): Metrics {
  const registry = new Registry()
  const count = registerResponses(registry)
  registerNode(registry, node)
  const readBusiness = registerBusiness(registry, business)
  return {
    count,
    serve(app, { token, refuse }) {
      measureApp(app, registry, count)
      const expected = digest(`Bearer ${token}`)
      app.get('/metrics', async ({ headers, ip }, reply) => {
        if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) refuse(ip)
        await readBusiness()
        return reply
          .headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' })
          .send(await registry.metrics())
      })
    },
  }
}

/** Digests have equal length, so the comparison takes the same time for every guess. */
const digest = (text: string) => createHash('sha256').update(text).digest()
