import { rm } from 'node:fs/promises'
import { startSeededShop } from '../../rig/seeded-shop.ts'
import { freePorts } from '../../scripts/ports.ts'
import { openDatabase } from '../../src/server/db/index.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { makeTemporaryFolder } from '../../src/server/testing/temporary-folder.ts'
import type { Journal } from '../storm/journal.ts'
import { startEngines } from './engines.ts'
import { chownToPostgres } from './program.ts'
import type { Setting } from './setting.ts'

export type Cluster = Awaited<ReturnType<typeof openCluster>>

const nodeCount = 3
/** Enough that none reaches the limit of 50 unpaid orders per account. */
const buyerCount = 1_000
const productCount = 50

interface Options extends Omit<Setting, 'folder'> {
  isSynchronous: boolean
  journal: Journal
  log: (line: string) => void
  /** Whether the folder with logs and data is kept. */
  keepsFolder: boolean
}

/** Starts three nodes of the shop behind a load balancer, with their database cluster. */
export async function openCluster(options: Options) {
  const { isSynchronous, journal, fail, running, keepsFolder, log } = options
  const folder = makeTemporaryFolder('cluster')
  chownToPostgres(folder)
  running.push(async () => {
    if (keepsFolder) log(`logs and data are in ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  })

  const ports = await freePorts(nodeCount)
  const engines = await startEngines({ folder, running, fail }, { nodePorts: ports, isSynchronous })

  // Through the pooler, as a node does.
  const pooled = openDatabase(engines.url, { max: 1, prepares: false })
  running.push(pooled.close)
  await migrate(pooled)
  const database = openDatabase(engines.directUrl, { max: 4 })
  running.push(database.close)
  let isDatabaseAway = false
  const shop = await startSeededShop({
    folder,
    running,
    database,
    databaseUrl: engines.url,
    isDatabaseAway: () => isDatabaseAway,
    ports,
    buyers: buyerCount,
    stock: Array<number>(productCount).fill(1_000_000),
    record: journal,
    settings: {
      TRUSTED_PROXIES: '127.0.0.1',
      DATABASE_READ_URL: engines.standbyUrl,
      DATABASE_PREPARED: 'off',
    },
  })
  shop.sandbox.setWebhookUrl(`${engines.origin}/api/webhooks/stripe`)
  return {
    folder,
    engines,
    database,
    ...shop,
    setDatabaseAway(is: boolean) {
      isDatabaseAway = is
    },
  }
}
