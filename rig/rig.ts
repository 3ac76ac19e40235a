import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from '../scripts/ports.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { makeTemporaryFolder } from '../src/server/testing/temporary-folder.ts'
import { startPostgres } from './postgres.ts'
import { openRecord } from './record.ts'
import type { RunRecord } from './record.ts'
import { startSeededShop } from './seeded-shop.ts'

export type Rig = Awaited<ReturnType<typeof startRig>>

export interface RigOptions {
  nodes?: number
  buyers: number
  /** Units of each product. */
  stock: readonly number[]
  /** Settings of the nodes in addition to, or instead of, the defaults. */
  settings?: Readonly<NodeJS.ProcessEnv>
  record?: RunRecord
  /** Folder of another version, which every second node runs. */
  beside?: string | undefined
  /** Folder of the database, such as one on a small disk. */
  postgresFolder?: string
  /** Maps the URL of the database to the one in the nodes' settings, such as that of a proxy. */
  databaseProxy?: (url: string) => Promise<string>
}

/** Starts nodes of the shop with a PostgreSQL, a card provider, products and signed-in buyers. */
export async function startRig({ nodes: count = 2, databaseProxy, ...options }: RigOptions) {
  const running: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const stop of running.toReversed()) await stop()
  }
  try {
    const folder = makeTemporaryFolder('rig')
    running.push(() => rm(folder, { recursive: true, force: true }))
    const postgres = await startPostgres(options.postgresFolder ?? join(folder, 'postgres'))
    running.push(postgres.stop)
    const { database } = postgres
    await migrate(database)
    const shop = await startSeededShop({
      ...options,
      folder,
      running,
      database,
      databaseUrl: (await databaseProxy?.(postgres.url)) ?? postgres.url,
      isDatabaseAway: postgres.isAway,
      ports: await freePorts(count),
      record: options.record ?? openRecord(),
    })
    return {
      ...shop,
      folder,
      postgres,
      close,

      /** Sends the card provider's events to one node from now on; `share` from 0 to 1 selects it. */
      sendEventsTo(share: number) {
        const { origins } = shop.nodes
        const origin = origins[Math.floor(share * origins.length)]
        if (origin) shop.sandbox.setWebhookUrl(`${origin}/api/webhooks/stripe`)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
