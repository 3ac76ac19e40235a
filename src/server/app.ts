import Fastify, { LogController } from 'fastify'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify'
import { problems } from '#contract/problem.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Config } from './config.ts'
import type { Database } from './db/index.ts'
import { AppError, databaseRefusal, problemDocument } from './errors.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { imageRoutes } from './features/images/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { lapseHolds, payRefunds, pollIntents, processInbox } from './features/payments/jobs.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { webhookRoute } from './features/payments/webhook.ts'
import { productRoutes } from './features/products/routes.ts'
import { profileRoutes } from './features/profiles/routes.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import { shopRoutes } from './features/shop/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { createKept } from './kept.ts'
import { refuseOtherMethods } from './methods.ts'
import { documentRoutes } from './openapi/routes.ts'
import { requireDeclaration } from './route.ts'
import { securityHeaders } from './security-headers.ts'
import type { AccessTokens } from './services/access-tokens.ts'
import type { CardService } from './services/cards.ts'
import type { IdentityService } from './services/identity.ts'
import type { ImageStore } from './services/image-store.ts'
import type { Shop } from './shop.ts'
import { startSweeper } from './sweeper.ts'
import type { Job } from './sweeper.ts'

export interface Parts {
  config: Config
  database: Database
  identity: IdentityService
  tokens: AccessTokens
  cards: CardService
  imageStore: ImageStore
  /** Jobs of the services, run beside the shop's own. */
  jobs?: Job[]
  logger?: FastifyServerOptions['loggerInstance'] | false
}

/** The whole API, not yet listening. What lies outside of it is handed in. */
export async function createApp(parts: Parts): Promise<{ app: FastifyInstance; shop: Shop }> {
  const { config, database, identity, tokens, cards, imageStore } = parts
  const headersFor = securityHeaders(config)
  const app = Fastify({
    ...(parts.logger ? { loggerInstance: parts.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: false, maxParamLength: 1000 },
    // An address that cannot be read is refused before any hook runs.
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers(headersFor(request.url))),
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    forceCloseConnections: 'idle',
  })
  app.addHook('onRequest', async ({ url }, reply) => void reply.headers(headersFor(url)))
  app.addHook('onRoute', requireDeclaration)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(refuseUnknown)
  acceptJsonOnly(app)

  const kept = createKept()
  const guards = { database, tokens, identity }
  const shop: Shop = {
    config,
    database,
    cards,
    imageStore,
    kept,
    log: app.log,
    router: { app, guards },
  }
  const inbox = () => processInbox(shop)
  const jobs = [inbox, () => lapseHolds(shop), () => pollIntents(shop), () => payRefunds(shop)]
  const sweeper = startSweeper([...jobs, ...(parts.jobs ?? [])], {
    everySeconds: config.SWEEP_SECONDS,
    log: app.log,
  })
  app.addHook('onClose', () => sweeper.stop())

  await app.register(
    async (api) => {
      const mounted: Shop = { ...shop, router: { app: api, guards } }
      shopRoutes(mounted)
      accountRoutes(mounted)
      userRoutes(mounted)
      productRoutes(mounted)
      orderRoutes(mounted)
      paymentRoutes(mounted)
      profileRoutes(mounted)
      reviewRoutes(mounted)
      imageRoutes(mounted)
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

async function refuseUnknown(): Promise<never> {
  throw new AppError('not-found')
}

const statusCodes: Readonly<Record<number, ProblemCode>> = {
  413: 'too-large',
  415: 'unsupported-media',
  429: 'too-many',
  503: 'unavailable',
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof AppError ? error : (databaseRefusal(error) ?? fromFastify(error))
  if (!refusal) request.log.error({ err: error, route: request.routeOptions.url }, 'a bug')
  const answer = refusal ?? new AppError('internal')
  return reply
    .code(problems[answer.code].status)
    .headers(answer.extra.headers ?? {})
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemDocument(answer, request.id)))
}

/** What Fastify itself refuses: a body that is no JSON, too long, of another type. */
function fromFastify({ statusCode = 500 }: FastifyError): AppError | undefined {
  const code = statusCodes[statusCode]
  if (code) return new AppError(code)
  return statusCode >= 400 && statusCode < 500 ? new AppError('unreadable') : undefined
}

/** Clients send the JSON content type without a body on calls that take none: that is no fault. */
function acceptJsonOnly(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, String(body), done),
  )
}
