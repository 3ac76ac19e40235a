import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { ConfigError, loadConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { seedDemoCatalogue } from './features/products/demo/demo-catalogue.ts'
import { ensurePostgres } from './db/embedded/embedded-postgres.ts'
import { hasTimeLimits, openDatabase } from './db/index.ts'
import type { Database } from './db/index.ts'
import { migrate } from './db/migrate.ts'
import { readsOfPrimary, readsOfStandby } from './db/replica/read-replica.ts'
import { whenReachable } from './db/wait-for-database.ts'
import { identityRoutes } from './features/accounts/identity-routes.ts'
import { openIdentity } from './features/accounts/open-identity.ts'
import { keepTicksFast } from './http/edge/next-tick-shape.ts'
import { createLimits, noLimits } from './http/limits/shared-rate-limits.ts'
import { createLog } from './observability/log.ts'
import { discoveryRoutes } from './pages/discovery-routes.ts'
import { loadPages, pageRoutes } from './pages/page-routes.ts'
import { createAccessTokens } from './services/identity/access-tokens.ts'
import { createCards } from './services/cards/cards.ts'
import { openImageStore } from './services/images/open-image-store.ts'
import { createMailJob } from './services/mail/mail.ts'
import { switchedOn } from './config/feature-flags.ts'
import type { Tracing } from './observability/tracing/open-tracing.ts'

const dist = join(import.meta.dirname, '../../dist')

/** What has been started, in order: stopping goes the other way round. */
const running: (() => Promise<unknown>)[] = []

async function start(config: Config) {
  const log = createLog(config.LOG_LEVEL, config.DEV ? await devLog() : undefined)
  for (const warning of config.warnings) log.warn(warning)
  // Loaded only where it is wanted; stopped last, when there is nothing more to tell.
  const tracing =
    config.traces &&
    (await import('./observability/tracing/open-tracing.ts')).openTracing(config.traces, log)
  if (tracing) running.push(() => tracing.close())
  const database = await openShopDatabase(config, log, tracing)
  const { db } = database
  await whenReachable(() => prepareDatabase(config, database, log), {
    log,
    isWanted: () => !isStopping,
  })

  const { identity, embedded } = openIdentity(config, db, log)
  const imageStore = openImageStore(config, log)
  const built = config.DEV ? undefined : await loadPages(dist)
  const { app, shop } = await createApp({
    config,
    database,
    reads: openReads(config, database, tracing),
    identity,
    tokens: await createAccessTokens(config),
    cards: createCards(config),
    imageStore,
    styles: built?.styles ?? [],
    tracing,
    jobs: [{ name: 'send mail', run: createMailJob(db, log, config) }],
    logger: log,
  })
  running.push(() => app.close())
  const limits = config.LIMITS === 'on' ? createLimits(database.pool) : noLimits
  if (embedded) identityRoutes(app, { identity: embedded, limits, gate: shop.gate })
  const origin = config.PUBLIC_URL
  discoveryRoutes(app, { dist, origin })
  pageRoutes(app, {
    dist,
    pages: built ?? (await devPages(app)),
    kept: shop.kept,
    imageStore,
    origin,
    switchedOn: switchedOn(config),
    limits: shop.router.guards.limits,
    gate: shop.gate,
  })
  running.push(() => shop.drain.begin())
  collectGarbage()
  await app.listen({ port: config.PORT, host: config.HOST })
  process.send?.('ready')
}

// Tools of development, absent where the shop is only run.
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
    onError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  })
  running.push(() => database.close())
  return database
}

/** May be done again when it was cut off. */
async function prepareDatabase(config: Config, database: Database, log: Logger) {
  await migrate(database, {
    onNewer: (migrations) =>
      log.warn({ migrations }, 'the database is of a newer version of the shop'),
  })
  if (!(await hasTimeLimits(database.pool))) {
    log.warn('statements have no time limit: the pooler drops it and the role has none')
  }
  if (config.DEMO_CATALOGUE === 'on' && !config.production) await seedDemoCatalogue(database.db)
}

/** A quarter of the memory after the start is what starting has left behind; nothing else would ask for it. */
function collectGarbage() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  collect({ type: 'major', flavor: 'last-resort' })
}

const poolOptions = (
  { DATABASE_POOL, DATABASE_PREPARED }: Config,
  tracing: Tracing | undefined,
) => ({
  max: DATABASE_POOL,
  prepares: DATABASE_PREPARED === 'on',
  onPool: tracing?.statements,
})

function openReads(config: Config, primary: Database, tracing: Tracing | undefined) {
  if (!config.DATABASE_READ_URL) return readsOfPrimary(primary)
  const standby = openDatabase(config.DATABASE_READ_URL, poolOptions(config, tracing))
  const reads = readsOfStandby(primary, standby)
  running.push(() => standby.close())
  running.push(async () => reads.stop())
  return reads
}

let starting: Promise<void> | undefined
let isStopping = false

const graceMs = 20_000

/** Finishes what is in flight, even what is still starting, then ends the process. */
async function stop(exitCode = 0) {
  if (isStopping) return
  isStopping = true
  // Somebody who reads a long answer slowly must not hold the others up.
  setTimeout(() => process.exit(exitCode), graceMs).unref()
  await starting?.catch(() => {})
  for (const close of running.toReversed()) await close()
  process.exit(exitCode)
}
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, () => void stop())

void keepTicksFast()
try {
  starting = start(await loadConfig(process.env))
  await starting
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  await stop(1)
}
