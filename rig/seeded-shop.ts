import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startSandbox } from '../sandbox/sandbox.ts'
import { loadConfig } from '../src/server/config/config.ts'
import type { Database } from '../src/server/db/index.ts'
import { startNodes } from './nodes.ts'
import { generateTokenKey, seedBuyers, seedProducts } from './buyers.ts'
import type { RunRecord } from './record.ts'

interface Options {
  folder: string
  /** Functions that stop what was started, to be called in reverse order. */
  running: (() => Promise<unknown>)[]
  /** A migrated database, connected without a proxy or pooler. */
  database: Database
  /** URL of the database in the nodes' settings. */
  databaseUrl: string
  isDatabaseAway: () => boolean
  ports: readonly number[]
  buyers: number
  /** Units of each product. */
  stock: readonly number[]
  record: RunRecord
  /** Folder of another version, which every second node runs. */
  beside?: string | undefined
  /** Settings of the nodes in addition to, or instead of, the defaults. */
  settings?: Readonly<NodeJS.ProcessEnv> | undefined
}

/** Starts nodes on a database with products and signed-in buyers, and a card provider. */
export async function startSeededShop({ running, ...options }: Options) {
  const { folder, database, record, settings } = options
  const publicUrl = settings?.['PUBLIC_URL'] ?? 'http://storm.example'
  const tokenKey = await generateTokenKey()
  const people = await seedBuyers(database, { count: options.buyers, tokenKey, publicUrl })
  await seedProducts(database, options.stock)

  const sandbox = await startSandbox()
  running.push(sandbox.stop)
  const logFolder = join(folder, 'logs')
  mkdirSync(logFolder)
  const env = {
    PATH: process.env['PATH'],
    // Nodes that are killed often must start fast.
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
    SANDBOX: 'off',
    // Buyers retry while nodes are down; rate limits are not under test.
    LIMITS: 'off',
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    DATA_DIR: folder,
    DATABASE_URL: options.databaseUrl,
    DEMO_CATALOGUE: 'off',
    TOKEN_PRIVATE_KEY: tokenKey,
    STRIPE_API_URL: sandbox.url,
    SMTP_URL: `smtp://localhost:${sandbox.smtpPort}`,
    LOG_LEVEL: 'info',
    ...settings,
  }
  const nodes = startNodes({ ...options, folder: logFolder, record, env })
  running.push(nodes.stop)
  await nodes.ready()
  return { config: await loadConfig(env), sandbox, nodes, people }
}
