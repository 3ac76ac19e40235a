import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { loadConfig } from '../../src/server/config/config.ts'
import { openDatabase } from '../../src/server/db/index.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import type { Journal } from '../storm/journal.ts'
import { choosePorts, startNodes } from '../storm/nodes.ts'
import { fillShelves, gather, makeTokenKey } from '../storm/people.ts'
import { startEngines } from './engines.ts'
import { own } from './program.ts'
import type { Setting } from './setting.ts'

export type Cluster = Awaited<ReturnType<typeof openCluster>>

const nodeCount = 3
/** An account keeps units for fifty unpaid orders at most. */
const buyerCount = 1_000
const productCount = 50

interface Options extends Omit<Setting, 'folder'> {
  isSynchronous: boolean
  journal: Journal
  tell: (line: string) => void
  /** Leaves the folder with logs and data. */
  keeps: boolean
}

/** Three nodes of the shop behind a balancer, and what they stand on. */
export async function openCluster(options: Options) {
  const { isSynchronous, journal, fail, running, keeps, tell } = options
  const folder = mkdtempSync(join(tmpdir(), 'auto-parts-cluster-'))
  chmodSync(folder, 0o755)
  own(folder)
  running.push(async () => {
    if (keeps) tell(`logs and data are in ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  })

  const ports = await choosePorts(nodeCount)
  const engines = await startEngines({ folder, running, fail }, { nodePorts: ports, isSynchronous })

  // Through the pooler, as a node does it.
  const pooled = openDatabase(engines.url, { max: 1, prepares: false })
  running.push(pooled.close)
  await migrate(pooled)
  const database = openDatabase(engines.directUrl, { max: 4 })
  running.push(database.close)
  const publicUrl = 'http://cluster.example'
  const tokenKey = await makeTokenKey()
  const people = await gather(database, { count: buyerCount, tokenKey, publicUrl })
  await fillShelves(database, Array<number>(productCount).fill(1_000_000))

  const sandbox = await startSandbox()
  running.push(sandbox.stop)
  sandbox.setWebhookUrl(`${engines.origin}/api/webhooks/stripe`)
  const logFolder = join(folder, 'logs')
  mkdirSync(logFolder)
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
    SANDBOX: 'off',
    LIMITS: 'off',
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    DATA_DIR: folder,
    DATABASE_URL: engines.url,
    DATABASE_READ_URL: engines.standbyUrl,
    DATABASE_PREPARED: 'off',
    DEMO_CATALOGUE: 'off',
    TOKEN_PRIVATE_KEY: tokenKey,
    STRIPE_API_URL: sandbox.url,
    SMTP_URL: `smtp://localhost:${sandbox.smtpPort}`,
    LOG_LEVEL: 'info',
  }
  let isDatabaseAway = false
  const nodes = startNodes({
    ports,
    folder: logFolder,
    journal,
    env,
    isDatabaseAway: () => isDatabaseAway,
  })
  running.push(nodes.stop)
  await nodes.ready()
  return {
    folder,
    engines,
    database,
    people,
    sandbox,
    nodes,
    config: await loadConfig(env),
    setDatabaseAway(is: boolean) {
      isDatabaseAway = is
    },
  }
}
