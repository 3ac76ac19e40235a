import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { loadConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { StartError } from './config/start/start-error.ts'
import { seedDemoCatalogue } from './features/products/demo/demo-catalogue.ts'
import { seedVehicles } from './features/vehicles/seed.ts'
import { learnTradeWords } from './features/search/learn-trade-words.ts'
import { ensurePostgres } from './db/embedded/embedded-postgres.ts'
import { hasTimeLimits, openDatabase } from './db/index.ts'
import type { Database } from './db/index.ts'
import { migrate } from './db/migrate.ts'
import { primaryOnly, openReplica } from './db/replica/read-replica.ts'
import { waitForDatabase } from './db/wait-for-database.ts'
import { identityRoutes } from './features/accounts/identity-routes.ts'
import { openIdentity } from './features/accounts/open-identity.ts'
import { explaining, refuseTakenPort } from './config/start/listen-address.ts'
import { refuseUnknownTimeZone } from './config/start/time-zone.ts'
import { pinNextTickShape } from './http/edge/next-tick-shape.ts'
import { imageOriginOf } from './http/security-headers.ts'
import { databaseRefusal } from './errors/errors.ts'
import { collectGarbage, keepMemoryLow, limitHeapGrowth } from './observability/memory.ts'
import { createLog } from './observability/log.ts'
import { sitemapAddresses } from './features/part-pages/sitemap.ts'
import { discoveryRoutes } from './pages/discovery-routes.ts'
import { loadPages, pageRoutes } from './pages/page-routes.ts'
import { createAccessTokens } from './services/identity/access-tokens.ts'
import { createCards } from './services/cards/cards.ts'
import { encodeApart } from './services/images/encoder.ts'
import { openImageStore } from './services/images/open-image-store.ts'
import { createMailJob } from './services/mail/outbox.ts'
import { enabledFeatures } from './config/feature-flags.ts'
import type { Tracing } from './observability/tracing/open-tracing.ts'

const dist = join(import.meta.dirname, '../../dist')

/** How to stop what has started, in order of the start; stopping runs in reverse. */
const running: (() => Promise<unknown>)[] = []

async function start(config: Config) {
  const log = createLog(config.LOG_LEVEL, config.DEV ? await devLog() : undefined)
  for (const warning of config.warnings) log.warn(warning)
  const address = { port: config.PORT, host: config.HOST }
  await refuseTakenPort(address)
  // Loaded only where it is configured; stopped last, after everything it traces.
  const tracing =
    config.traces &&
    (await import('./observability/tracing/open-tracing.ts')).openTracing(config.traces, log)
  if (tracing) running.push(() => tracing.close())
  const database = await openShopDatabase(config, log, tracing)
  const { db } = database
  await waitForDatabase(() => prepareDatabase(config, database, log), {
    log,
    isOutage: (error) => databaseRefusal(error)?.code === 'unavailable',
    isWanted: () => !isStopping,
  })

  const { identity, embedded } = openIdentity(config, database, log)
  const imageStore = openImageStore(config, log, encodeApart)
  const built = config.DEV ? undefined : await loadPages(dist)
  const { app, shop } = await createApp({
    config,
    database,
    replica: openReadReplica(config, database, tracing),
    identity,
    tokens: await createAccessTokens(config),
    cards: createCards(config, log),
    imageStore,
    styles: built?.styles ?? [],
    tracing,
    jobs: [{ name: 'send mail', run: createMailJob(db, log, config) }],
    logger: log,
  })
  running.push(() => app.close())
  const { loadShedder } = shop
  const { limits } = shop.router.guards
  if (embedded) identityRoutes(app, { identity: embedded, limits, loadShedder })
  const origin = config.PUBLIC_URL
  const addresses = sitemapAddresses(shop.publicReads.replica)
  discoveryRoutes(app, { dist, origin, addresses, limits, loadShedder })
  pageRoutes(app, {
    dist,
    pages: built ?? (await devPages(app)),
    cache: shop.publicReads.cache,
    read: (url) => shop.publicAnswers.read(url),
    imageStore,
    origin,
    timeZone: config.TIME_ZONE,
    imageOrigin: imageOriginOf(config),
    features: enabledFeatures(config),
    limits,
    loadShedder,
  })
  // A node that ends leaves its files to another, and no statement to a database that is to stop.
  running.push(async () => database.endLongWork())
  running.push(() => shop.drain.begin())
  limitHeapGrowth()
  // Starting leaves a quarter of the memory behind as garbage.
  collectGarbage()
  keepMemoryLow()
  await explaining(address, app.listen(address))
  process.send?.('ready')
}

// Development dependencies, absent in production.
const devLog = async () => (await import('./observability/dev-log.ts')).openDevLog()
const devPages = async (app: FastifyInstance) =>
  (await import('./pages/dev-pages.ts')).createDevPages(app)

async function openShopDatabase(config: Config, log: Logger, tracing: Tracing | undefined) {
  const postgres = config.DATABASE_URL
    ? undefined
    : await ensurePostgres({
        dir: join(config.DATA_DIR, 'postgres'),
        log: (message) => log.info(message),
      })
  if (postgres) running.push(() => postgres.stop())
  const database = openDatabase(config.DATABASE_URL ?? postgres?.url ?? '', {
    ...poolOptions(config, tracing),
    onError: (error) => log.warn({ err: error }, 'idle database connection lost'),
  })
  running.push(() => database.close())
  return database
}

/** Safe to repeat after an interruption. */
async function prepareDatabase(config: Config, database: Database, log: Logger) {
  await migrate(database, {
    onNewer: (migrations) => log.warn({ migrations }, 'database schema is newer than this release'),
  })
  await refuseUnknownTimeZone(database.pool, config.TIME_ZONE)
  if (!(await hasTimeLimits(database.pool))) {
    log.warn('statement_timeout is not in effect: the pooler drops it; set it on the role')
  }
  await learnTradeWords(database.db)
  if (config.VEHICLES === 'us') await seedVehicles(database.db)
  if (config.DEMO_CATALOGUE === 'on' && !config.production) await seedDemoCatalogue(database.db)
}

const poolOptions = (
  { DATABASE_POOL, DATABASE_PREPARED, DEV }: Config,
  tracing: Tracing | undefined,
) => ({
  max: DATABASE_POOL,
  prepares: DATABASE_PREPARED === 'on',
  onPool: tracing?.statements,
  // Vite compiles on the event loop, and a timer that expired meanwhile runs before the connection is noticed.
  ...(DEV && { timeouts: { connectMs: 60_000, idleInTransactionMs: 60_000 } }),
})

function openReadReplica(config: Config, primary: Database, tracing: Tracing | undefined) {
  if (!config.DATABASE_READ_URL) return primaryOnly(primary)
  const database = openDatabase(config.DATABASE_READ_URL, poolOptions(config, tracing))
  const replica = openReplica(primary, database)
  running.push(() => database.close())
  running.push(async () => replica.stop())
  return replica
}

let starting: Promise<void> | undefined
let isStopping = false

const graceMs = 20_000

/** Finishes requests in flight, and a start under way, then ends the process. */
async function stop(exitCode = 0) {
  if (isStopping) return
  isStopping = true
  // A client that reads a long response slowly must not delay the exit.
  setTimeout(() => process.exit(exitCode), graceMs).unref()
  await starting?.catch(() => {})
  for (const close of running.toReversed()) await close()
  process.exit(exitCode)
}
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, () => void stop())

void pinNextTickShape()
try {
  starting = start(await loadConfig(process.env))
  await starting
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  await stop(1)
}
