import type { Socket } from 'node:net'
import Fastify, { LogController } from 'fastify'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { answerError, refuseUnknown } from './http/error-responses.ts'
import { createCallLimits, noCallLimits } from './http/limits/rate-limits.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/index.ts'
import { readsOfPrimary } from './db/replica/read-replica.ts'
import type { Reads } from './db/replica/read-replica.ts'
import { createDrain } from './http/edge/drain.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { imageRoutes } from './features/images/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { workOffImports } from './features/imports/process-imports.ts'
import { newsletterRoutes, oneClickRoute } from './features/newsletter/routes.ts'
import { makeOrderMails } from './features/order-mails/order-mails.ts'
import { manageOrderRoutes } from './features/manage-orders/routes.ts'
import { ownOrderRoutes } from './features/own-orders/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { lapseHolds, payRefunds, pollIntents, processInbox } from './features/payments/jobs.ts'
import { reconcilePayments } from './features/payments/reconcile.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { webhookRoute } from './features/payments/webhooks/webhook.ts'
import { productRoutes } from './features/products/routes.ts'
import { profileRoutes } from './features/profiles/routes.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import { shopRoutes } from './features/shop/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { createGate, guardByGate } from './http/limits/load-shedding.ts'
import { checkEverything, checkLately } from './invariants/watch.ts'
import { createHttpServer, createSendKept } from './http/edge/serve-cached.ts'
import { createKept } from './http/edge/response-cache.ts'
import { createRequestIds, logAnswers } from './observability/log.ts'
import { createCounts } from './observability/metrics/counts.ts'
import { createRequestCounts } from './observability/metrics/requests.ts'
import { serveMetrics } from './observability/metrics/serve.ts'
import { refuseOtherMethods } from './http/allowed-methods.ts'
import { documentRoutes } from './openapi/routes.ts'
import { limitPatience } from './http/limits/request-timeouts.ts'
import { readableAddress } from './pages/readable-address.ts'
import { requireDeclaration } from './http/route.ts'
import { createTurnAway } from './http/limits/shed-early.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { AccessTokens } from './services/identity/access-tokens.ts'
import type { CardService } from './services/cards/cards.ts'
import type { IdentityService } from './services/identity/identity.ts'
import type { ImageStore } from './services/images/image-store.ts'
import type { Shop } from './shop.ts'
import { startSweeper } from './jobs/job-runner.ts'
import type { Job } from './jobs/job-runner.ts'
import { runUpkeep } from './jobs/purge-expired.ts'
import { connectionsMax, timeouts as usualTimeouts } from './http/limits/timeouts.ts'
import type { Timeouts } from './http/limits/timeouts.ts'
import type { Tracing } from './observability/tracing/open-tracing.ts'
import { warnOfUnknownProxies } from './http/edge/unknown-proxies.ts'
import { closeUnusedConnections } from './http/edge/idle-connections.ts'

export interface Parts {
  config: Config
  database: Database
  /** Other than of the database, when there is a standby. */
  reads?: Reads
  identity: IdentityService
  tokens: AccessTokens
  cards: CardService
  imageStore: ImageStore
  /** The hashes of the styles that stand in the pages. */
  styles?: readonly string[]
  /** Jobs of the services, run beside the shop's own. */
  jobs?: Job[]
  timeouts?: Partial<Timeouts>
  tracing?: Tracing | undefined
  logger?: FastifyServerOptions['loggerInstance'] | false
}

/** The whole API, not yet listening. What lies outside of it is handed in. */
export async function createApp(parts: Parts): Promise<{ app: FastifyInstance; shop: Shop }> {
  const { config, database, identity, tokens, cards, imageStore, tracing } = parts
  const headersFor = securityHeaders(config, parts.styles)
  const timeouts = { ...usualTimeouts, ...parts.timeouts }
  const drain = createDrain(config.DRAIN_SECONDS)
  const kept = createKept({ headersFor })
  const limits = config.LIMITS === 'on' ? createCallLimits(database.pool) : noCallLimits
  const requestCounts = createRequestCounts()
  const counted = config.METRICS_TOKEN ? requestCounts : undefined
  const sendKept = createSendKept({
    kept,
    limits,
    drain,
    trustedProxies: config.TRUSTED_PROXIES,
    counts: counted,
    traced: tracing?.kept,
  })
  const gate = createGate(database.pool, config.CALLS_AT_ONCE)
  const nextId = createRequestIds()
  const turnAway = createTurnAway({ gate, headersFor, nextId, counts: counted })
  const unused = new Set<Socket>()
  const app = Fastify({
    serverFactory: (usual) => createHttpServer(usual, { sendKept, turnAway, timeouts, unused }),
    ...(parts.logger ? { loggerInstance: parts.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextId,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: false, maxParamLength: 1000 },
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    // An address of the API that cannot be read is refused before any hook runs.
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers(headersFor(request.url))),
    bodyLimit: 64 * 1024,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    forceCloseConnections: 'idle',
  })
  app.server.maxConnections = connectionsMax
  closeUnusedConnections(app, unused)
  tracing?.requests(app)
  limitPatience(app, timeouts.check)
  guardByGate(app, gate, headersFor)
  app.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(headersFor(url))
    if (drain.isOn) reply.header('connection', 'close')
    done()
  })
  app.addHook('onRoute', requireDeclaration)
  logAnswers(app, config)
  warnOfUnknownProxies(app, config)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(refuseUnknown)
  acceptJsonOnly(app)

  const counts = createCounts()
  const guards = { database, tokens, identity, gate, limits }
  const shop: Shop = {
    config,
    database,
    reads: parts.reads ?? readsOfPrimary(database),
    cards,
    imageStore,
    kept,
    gate,
    drain,
    counts,
    log: app.log,
    router: { app, guards, timeouts },
  }
  serveMetrics(app, shop, requestCounts, tracing?.families)
  const inbox = { name: 'work off events', run: () => processInbox(shop) }
  const importing = { name: 'import products', run: () => workOffImports(shop) }
  const jobs = [
    inbox,
    importing,
    { name: 'lapse holds', run: () => lapseHolds(shop) },
    { name: 'ask about open payments', run: () => pollIntents(shop) },
    { name: 'pay refunds', run: () => payRefunds(shop) },
    { name: 'make order mails', run: () => makeOrderMails(shop) },
    { name: 'check invariants lately', run: () => checkLately(shop) },
    { name: 'check invariants', run: () => checkEverything(shop) },
    { name: 'reconcile payments', run: () => reconcilePayments(shop) },
    { name: 'upkeep', run: () => runUpkeep(database.pool) },
  ]
  const sweeper = startSweeper([...jobs, ...(parts.jobs ?? [])], {
    everySeconds: config.SWEEP_SECONDS,
    log: app.log,
    onEnd: counts.job,
    during: tracing?.job,
  })
  const tellTurnedAway = async () => {
    const calls = gate.countTurnedAway()
    if (calls > 0) app.log.warn({ calls }, 'turned away: too many calls at once')
  }
  const everySecond = [
    { name: 'share call limits', run: () => limits.share() },
    { name: 'tell of calls turned away', run: tellTurnedAway },
  ]
  const sharing = startSweeper(everySecond, { everySeconds: 1, log: app.log })
  app.addHook('onClose', () => Promise.all([sweeper.stop(), sharing.stop()]))

  oneClickRoute(shop)
  await app.register(
    async (api) => {
      const mounted: Shop = { ...shop, router: { app: api, guards, timeouts } }
      shopRoutes(mounted)
      accountRoutes(mounted)
      userRoutes(mounted)
      auditRoutes(mounted)
      productRoutes(mounted)
      importRoutes(mounted, () => sweeper.nudge(importing))
      orderRoutes(mounted)
      manageOrderRoutes(mounted)
      ownOrderRoutes(mounted)
      paymentRoutes(mounted)
      profileRoutes(mounted)
      reviewRoutes(mounted)
      imageRoutes(mounted)
      contactRoutes(mounted)
      newsletterRoutes(mounted)
      webhookRoute(api, mounted, () => sweeper.nudge(inbox))
      documentRoutes(api, config)
      refuseOtherMethods(api)
      // A route, since not-found handlers heed the case of their prefix.
      const unknown = { outsideContract: 'says that there is nothing here' }
      api.all('/*', { config: unknown, onRequest: refuseUnknown }, refuseUnknown)
    },
    { prefix: '/api' },
  )
  return { app, shop }
}

/** Clients send the JSON content type without a body on calls that take none: that is no fault. */
function acceptJsonOnly(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, String(body), done),
  )
}
