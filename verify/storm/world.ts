import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { loadConfig } from '../../src/server/config/config.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import type { Journal } from './journal.ts'
import { choosePorts, startNodes } from './nodes.ts'
import { fillShelves, gather, makeTokenKey } from './people.ts'
import { startPostgres } from './postgres.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

/** Short, so that many holds run out within a storm. */
const holdSeconds = 4
const publicUrl = 'http://storm.example'

interface Size {
  buyers: number
  /** Of each product. */
  stock: readonly number[]
  nodes?: number
  /** The folder of another version, which every second node is of. */
  beside?: string | undefined
  /** A place of its own for the data, such as a small disk. */
  postgresFolder?: string
  /** Where the nodes find the database, when that is not where it is. */
  reachedBy?: (url: string) => Promise<string>
  /** Settings of the nodes that differ from the usual ones. */
  settings?: Readonly<Record<string, string>>
}

/** Nodes of the shop on one PostgreSQL, a card provider, and everybody who takes part. */
export async function openWorld(size: Size, journal: Journal) {
  const running: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const stop of running.toReversed()) await stop()
  }
  try {
    const folder = mkdtempSync(join(tmpdir(), 'auto-parts-storm-'))
    // PostgreSQL runs under another account when the storm runs as root.
    chmodSync(folder, 0o755)
    running.push(() => rm(folder, { recursive: true, force: true }))

    const postgres = await startPostgres(size.postgresFolder ?? join(folder, 'postgres'))
    running.push(postgres.stop)
    const { database } = postgres
    await migrate(database)
    const tokenKey = await makeTokenKey()
    const people = await gather(database, { count: size.buyers, tokenKey, publicUrl })
    await fillShelves(database, size.stock)

    const sandbox = await startSandbox()
    running.push(sandbox.stop)
    const logFolder = join(folder, 'logs')
    mkdirSync(logFolder)
    const env = {
      PATH: process.env['PATH'],
      // A node that is killed every second must start fast.
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
      SANDBOX: 'off',
      // Buyers send again and again while nodes are down: their haste is not what is tested.
      LIMITS: 'off',
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      DATA_DIR: folder,
      DATABASE_URL: (await size.reachedBy?.(postgres.url)) ?? postgres.url,
      DEMO_CATALOGUE: 'off',
      TOKEN_PRIVATE_KEY: tokenKey,
      STRIPE_API_URL: sandbox.url,
      SMTP_URL: `smtp://localhost:${sandbox.smtpPort}`,
      ORDER_RESERVATION_MINUTES: String(holdSeconds / 60),
      JOB_INTERVAL_SECONDS: '0.5',
      LOG_LEVEL: 'info',
      ...size.settings,
    }
    const nodes = startNodes({
      ports: await choosePorts(size.nodes ?? 2),
      folder: logFolder,
      journal,
      isDatabaseAway: postgres.isAway,
      beside: size.beside,
      env,
    })
    running.push(nodes.stop)
    await nodes.ready()
    return {
      folder,
      config: await loadConfig(env),
      postgres,
      sandbox,
      nodes,
      people,
      holdMs: holdSeconds * 1000,
      close,

      /** `share` from 0 to 1 says to which node the card provider reports from now on. */
      sendEventsTo(share: number) {
        const origin = nodes.origins[Math.floor(share * nodes.origins.length)]
        if (origin) sandbox.setWebhookUrl(`${origin}/api/webhooks/stripe`)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
