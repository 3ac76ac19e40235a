import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { identityRoutes } from '../features/accounts/identity-routes.ts'
import { openIdentity } from '../features/accounts/open-identity.ts'
import { sitemapAddresses } from '../features/part-pages/sitemap.ts'
import { createRateLimits } from '../http/limits/rate-limits.ts'
import { discoveryRoutes } from '../pages/discovery-routes.ts'
import { imageOriginOf } from '../http/security-headers.ts'
import { pageRoutes } from '../pages/page-routes.ts'
import type { Pages } from '../pages/page-routes.ts'
import { openShop } from './shop.ts'
import type { TestShop } from './shop.ts'

const emptyPages: Pages = {
  document: async () => '<head><!--head--></head><body><!--app--><!--state--></body>',
  render: async () => ({ status: 200, head: '', html: 'a page', state: '{}' }),
}

interface Built {
  dist: string
  pages: Pages
}

/** `routes` are all registered routes. */
export type Site = TestShop & { routes: RouteOptions[] }

/** The shop with everything that main.ts mounts around its API. */
export async function openSite(built?: Built, settings?: Record<string, string>): Promise<Site> {
  const registered = new Map<FastifyInstance, RouteOptions[]>()
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    const routes: RouteOptions[] = []
    registered.set(fastify, routes)
    fastify.addHook('onRoute', (route) => void routes.push(route))
  }
  subscribe('fastify.initialization', listen)
  const shop = await openShop(settings)
  unsubscribe('fastify.initialization', listen)

  const { app, config, database, parts } = shop
  const { dist, pages } = built ?? { dist: makeDist(), pages: emptyPages }
  const { embedded } = openIdentity(config, database, { info: () => {}, warn: () => {} })
  const origin = config.PUBLIC_URL
  const { loadShedder, publicReads, publicAnswers, router } = shop.shop
  if (embedded) {
    identityRoutes(app, {
      identity: embedded,
      limits: createRateLimits(database.pool),
      loadShedder,
    })
  }
  const { limits } = router.guards
  const addresses = sitemapAddresses(publicReads.replica)
  discoveryRoutes(app, { dist, origin, addresses, limits, loadShedder })
  pageRoutes(app, {
    dist,
    pages,
    cache: publicReads.cache,
    read: publicAnswers.read,
    imageStore: parts.imageStore,
    limits,
    loadShedder,
    origin,
    timeZone: config.TIME_ZONE,
    imageOrigin: imageOriginOf(config),
  })
  await app.ready()

  return {
    ...shop,
    routes: registered.get(app)!,
    async close() {
      await shop.close()
      if (!built) rmSync(dist, { recursive: true })
    },
  }
}

function makeDist(): string {
  const dist = mkdtempSync(join(tmpdir(), 'auto-parts-dist-'))
  for (const folder of ['assets', 'parts']) {
    mkdirSync(join(dist, 'client', folder), { recursive: true })
  }
  writeFileSync(join(dist, 'client/manifest.webmanifest'), '{}')
  return dist
}
