import type { Socket } from 'node:net'
import Fastify, { LogController } from 'fastify'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { printableBy } from '#contract/formats/printed-text.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/index.ts'
import { primaryOnly } from './db/replica/read-replica.ts'
import type { ReadReplica } from './db/replica/read-replica.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { addressRoutes } from './features/addresses/routes.ts'
import { alertRoutes, endAlertsByMail } from './features/alerts/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { cartRoutes } from './features/cart/routes.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { fitmentRoutes } from './features/fitments/routes.ts'
import { garageRoutes } from './features/garage/routes.ts'
import { unprintableIn } from './features/invoices/pdf/printable.ts'
import { imageRoutes } from './features/images/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { manageOrderRoutes } from './features/manage-orders/routes.ts'
import { newsletterRoutes, unsubscribeByMail } from './features/newsletter/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { partPageRoutes } from './features/part-pages/routes.ts'
import { ownOrderRoutes } from './features/own-orders/routes.ts'
import { numberRoutes } from './features/numbers/routes.ts'
import { quickOrderRoutes } from './features/quick-order/routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { webhookRoute } from './features/payments/webhook.ts'
import { managePriceRoutes } from './features/prices/manage-routes.ts'
import { priceRoutes } from './features/prices/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { productRoutes } from './features/products/routes.ts'
import { profileRoutes } from './features/profiles/routes.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { shopPageRoutes } from './features/shop-pages/routes.ts'
import { shopRoutes } from './features/shop/routes.ts'
import { version } from './features/shop/version.ts'
import { tradeRoutes } from './features/trade/routes.ts'
import { taxRoutes } from './features/taxes/routes.ts'
import { importedKinds } from './import-kinds.ts'
import { userRoutes } from './features/users/routes.ts'
import { manageVehicleRoutes } from './features/vehicles/manage-routes.ts'
import { createWishes } from './features/vehicles/wishes.ts'
import { vehicleRoutes } from './features/vehicles/routes.ts'
import { refuseOtherMethods } from './http/allowed-methods.ts'
import { acceptJsonOnly } from './http/json-body.ts'
import { refuseCompressedBodies } from './http/edge/compressed-bodies.ts'
import { createDrain } from './http/edge/drain.ts'
import { connectionLimits } from './http/connections/connection-limits.ts'
import { createHttpServer } from './http/edge/http-server.ts'
import { closeUnusedConnections } from './http/connections/idle-connections.ts'
import { createResponseCache } from './http/edge/response-cache.ts'
import { createServeFromCache } from './http/edge/serve-cached.ts'
import { createShedEarly } from './http/edge/shed-early.ts'
import { warnAboutUntrustedProxies } from './http/edge/unknown-proxies.ts'
import { answerError, refuseUnknown } from './http/error-responses.ts'
import { createLoadShedder } from './http/limits/load-shedding.ts'
import { openRateLimits } from './http/limits/rate-limits.ts'
import { enforceTimeouts } from './http/limits/request-timeouts.ts'
import { timeouts as defaultTimeouts } from './http/limits/timeouts.ts'
import type { Timeouts } from './http/limits/timeouts.ts'
import { createLists } from './http/lists.ts'
import { createPublicAnswers } from './http/public/public-answers.ts'
import { createPublicReads } from './http/public/public-reads.ts'
import { refuseForeignRedirects } from './http/own-redirects.ts'
import { requireDeclaration } from './http/route.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { Job } from './jobs/job-runner.ts'
import { createRequestIds, logResponses } from './observability/log.ts'
import { createCounts } from './observability/metrics/counts.ts'
import type { Tracing } from './observability/tracing/open-tracing.ts'
import { documentRoutes } from './openapi/routes.ts'
import { decodableUrl } from './pages/readable-address.ts'
import type { CardService } from './services/cards/cards.ts'
import type { AccessTokens } from './services/identity/access-tokens.ts'
import type { IdentityService } from './services/identity/identity.ts'
import type { ImageStore } from './services/images/image-store.ts'
import { startJobs } from './shop-jobs.ts'
import type { Jobs } from './shop-jobs.ts'
import { openShopMetrics } from './shop-metrics.ts'
import type { Shop } from './shop.ts'

export interface Parts {
  config: Config
  database: Database
  /** The database itself by default. */
  replica?: ReadReplica
  identity: IdentityService
  tokens: AccessTokens
  cards: CardService
  imageStore: ImageStore
  /** The hashes of the inline styles of the pages. */
  styles?: readonly string[]
  /** Jobs of the services, beside the shop's own. */
  jobs?: Job[]
  timeouts?: Partial<Timeouts>
  tracing?: Tracing | undefined
  logger?: FastifyServerOptions['loggerInstance'] | false
}

/** The whole API, not yet listening. */
export async function createApp(parts: Parts): Promise<{ app: FastifyInstance; shop: Shop }> {
  printableBy(unprintableIn)
  const { config, database, identity, tokens, cards, imageStore, tracing } = parts
  const headersFor = securityHeaders(config, parts.styles)
  const timeouts = { ...defaultTimeouts, ...parts.timeouts }
  const drain = createDrain(config.DRAIN_SECONDS)
  const cache = createResponseCache({ headersFor })
  const limits = openRateLimits(config, database.pool)
  const loadShedder = createLoadShedder(config)
  const counts = createCounts()
  const metrics = await openShopMetrics({ ...parts, version, tracing, counts, limits, loadShedder })
  const count = metrics?.count
  const nextId = createRequestIds()
  const { TRUSTED_PROXIES: trustedProxies } = config
  const unused = new Set<Socket>()
  const server = {
    serveFromCache: createServeFromCache({
      cache,
      limits,
      drain,
      trustedProxies,
      count,
      onServe: tracing?.cachedResponse,
    }),
    shedEarly: createShedEarly({ loadShedder, headersFor, nextId, count }),
    timeouts,
    unused,
    connections: connectionLimits(config, parts.logger || undefined),
  }
  const app = Fastify({
    serverFactory: (fastify) => createHttpServer(fastify, server),
    ...(parts.logger ? { loggerInstance: parts.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextId,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: false, maxParamLength: 1000 },
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    // Undecodable URLs of the API are refused before any hook runs.
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers(headersFor(request.url))),
    bodyLimit: 64 * 1024,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    forceCloseConnections: 'idle',
    // The framework's own answer is not a problem that the contract declares.
    return503OnClosing: false,
  })
  closeUnusedConnections(app, unused)
  tracing?.requests(app)
  // In dev mode an answer waits for Vite, which compiles on the same event loop.
  if (!config.DEV) enforceTimeouts(app, timeouts.check)
  app.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(headersFor(url))
    if (drain.isOn) reply.header('connection', 'close')
    done()
  })
  app.addHook('onRoute', requireDeclaration)
  refuseForeignRedirects(app, config.PUBLIC_URL)
  logResponses(app, config)
  warnAboutUntrustedProxies(app, config)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(refuseUnknown)
  acceptJsonOnly(app)
  refuseCompressedBodies(app)

  const publicReads = createPublicReads(cache, parts.replica ?? primaryOnly(database))
  const guards = { database, tokens, identity, loadShedder, limits }
  const shop: Shop = {
    config,
    database,
    publicReads,
    publicAnswers: createPublicAnswers(),
    tokens,
    cards,
    imageStore,
    loadShedder,
    lists: createLists(config, loadShedder),
    drain,
    counts,
    wishes: createWishes(),
    log: app.log,
    router: { app, guards, timeouts, publicReads },
  }
  metrics?.serve(app)
  await mountApi(shop, startJobs(shop, counts, parts))
  return { app, shop }
}

async function mountApi(shop: Shop, { runner, webhooks, imports, pages }: Jobs) {
  unsubscribeByMail(shop)
  endAlertsByMail(shop)
  await shop.router.app.register(
    async (api) => {
      const mounted: Shop = { ...shop, router: { ...shop.router, app: api } }
      shopRoutes(mounted)
      accountRoutes(mounted)
      userRoutes(mounted)
      auditRoutes(mounted)
      productRoutes(mounted)
      partPageRoutes(mounted)
      searchRoutes(mounted)
      fitmentRoutes(mounted)
      importRoutes(mounted, importedKinds, (of) => runner.runNow(imports[of]))
      orderRoutes(mounted)
      manageOrderRoutes(mounted)
      ownOrderRoutes(mounted)
      numberRoutes(mounted)
      quickOrderRoutes(mounted)
      priceRoutes(mounted)
      managePriceRoutes(mounted)
      cartRoutes(mounted)
      paymentRoutes(mounted)
      profileRoutes(mounted)
      tradeRoutes(mounted)
      addressRoutes(mounted)
      taxRoutes(mounted)
      privacyRoutes(mounted)
      reviewRoutes(mounted)
      garageRoutes(mounted)
      imageRoutes(mounted)
      contactRoutes(mounted)
      newsletterRoutes(mounted)
      alertRoutes(mounted)
      shopPageRoutes(mounted, pages)
      vehicleRoutes(mounted)
      manageVehicleRoutes(mounted)
      webhookRoute(api, mounted, () => runner.runNow(webhooks))
      documentRoutes(api, shop.config)
      refuseOtherMethods(api)
      // A route, since not-found handlers match the case of their prefix.
      const unknown = { outsideContract: 'answers unknown paths' }
      api.all('/*', { config: unknown, onRequest: refuseUnknown }, refuseUnknown)
    },
    { prefix: '/api' },
  )
}
