import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JWK } from 'jose'
import { buildWhenNeeded, hashOf } from '../../scripts/build.ts'
import { nodeFlags } from '../../scripts/node-flags.ts'
import { freePorts } from '../../scripts/ports.ts'
import { startServer } from '../../rig/server.ts'
import type { Child } from '../../scripts/processes.ts'
import { loadConfig } from '../../src/server/config/config.ts'
import { ensurePostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { openDatabase } from '../../src/server/db/index.ts'
import type { Database } from '../../src/server/db/index.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { setRole } from '../../src/server/features/users/admins.ts'
import { createAccessTokens } from '../../src/server/services/identity/access-tokens.ts'
import { emailOf, seed, uidOf } from '../../src/server/testing/rows/many-rows.ts'
import type { Size } from './sizes.ts'
import { pinToServerCore } from './cores.ts'
import { startMailSink } from './mail-sink.ts'
import type { LimitSettings } from './limit.ts'
import { makeTemporaryFolder } from '../../src/server/testing/temporary-folder.ts'

/** A server under measurement. */
export interface Server {
  url: string
  pid: number
}

/** A node of the shop on the server's core, and its database. */
export interface Node extends Server {
  database: Database
  databaseUrl: string
}

export type BenchNodes = Awaited<ReturnType<typeof startBenchNodes>>

/** Starts PostgreSQL, and on demand a loaded database and a node for each size. `keep` keeps them for the next run. */
export async function startBenchNodes({ keep }: { keep: boolean }) {
  await buildWhenNeeded(console.log)
  const dir = keep ? keptFolder() : makeTemporaryFolder('bench')
  const requests = join(dir, 'requests')
  mkdirSync(requests, { recursive: true })

  const children: Child[] = []
  const databases: Database[] = []
  const nodes = new Map<Size, Promise<Node>>()
  const postgres = await ensurePostgres({ dir: join(dir, 'postgres') })
  const mails = await startMailSink()
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    HOST: '127.0.0.1',
    DATA_DIR: dir,
    PUBLIC_URL: 'http://localhost:3000',
    LIMITS: 'off',
    LOG_LEVEL: 'silent',
    DEMO_CATALOGUE: 'off',
    SMTP_URL: mails.url,
  }
  const tokens = await createAccessTokens(await loadConfig(env))

  const start = async (
    file: string,
    settings: NodeJS.ProcessEnv,
    flags: readonly string[] = [],
  ): Promise<Server> => {
    const [port = 0] = await freePorts(1)
    const child = await startServer(file, {
      env: { ...env, ...settings, PORT: String(port) },
      execArgv: [...flags, ...(process.env['BENCH_NODE_OPTIONS'] ?? '').split(' ').filter(Boolean)],
      log: join(dir, 'servers.log'),
    })
    children.push(child)
    const pid = child.pid ?? 0
    await pinToServerCore(pid)
    return { url: `http://127.0.0.1:${port}`, pid }
  }

  const openNode = async (size: Size): Promise<Node> => {
    const databaseUrl = await loadedDatabase(postgres.url, dir, size)
    const database = openDatabase(databaseUrl, { max: 4 })
    databases.push(database)
    await putOffDailyWork(database)
    const server = await start('src/server/main.ts', { DATABASE_URL: databaseUrl }, nodeFlags)
    return { ...server, database, databaseUrl }
  }

  return {
    postgres,
    folder: dir,
    /** A node whose database has this number of rows. */
    node(size: Size): Promise<Node> {
      const node = nodes.get(size) ?? openNode(size)
      nodes.set(size, node)
      return node
    },
    /** A node of a database. */
    serve: (databaseUrl: string) =>
      start('src/server/main.ts', { DATABASE_URL: databaseUrl }, nodeFlags),
    /** The node of this size, if it was started. */
    opened: (size: Size) => nodes.get(size),
    /** The server that the shop is compared with. */
    limit: (settings: LimitSettings) =>
      start('measure/bench/limit.ts', { LIMIT: JSON.stringify(settings) }),
    tokenFor: (n: number, signedInAt = new Date()) =>
      tokens.issue(
        { uid: uidOf(n), signedInAt },
        { email: emailOf(n), name: 'Mia Buyer', verified: true },
      ),
    publicKey: JSON.parse((await loadConfig(env)).TOKEN_PRIVATE_KEY) as JWK,
    /** A file of whole HTTP requests for the load generator. */
    writeRequests(name: string, list: readonly string[]): string {
      const file = join(requests, name)
      writeFileSync(file, list.map((request) => `${request}\0`).join(''))
      return file
    },
    async close() {
      for (const child of children) await child.stop()
      for (const database of databases) await database.close()
      await mails.stop()
      await postgres.stop()
      if (!keep) await rm(dir, { recursive: true, force: true })
    },
  }
}

/** A folder for these rows and migrations. */
function keptFolder(): string {
  const sources = hashOf(['src/server/testing/rows/many-rows.ts', 'src/server/db/migrations/*.sql'])
  const dir = join(tmpdir(), `auto-parts-bench-${sources.slice(0, 12)}`)
  mkdirSync(dir, { recursive: true })
  return dir
}

async function loadedDatabase(serverUrl: string, dir: string, size: Size): Promise<string> {
  const name = `shop_${size}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const loaded = join(dir, `${name}.loaded`)
  if (existsSync(loaded)) return url.href
  const started = performance.now()
  const server = openDatabase(serverUrl, { max: 1 })
  await server.pool.query(`drop database if exists ${name} with (force)`)
  await server.pool.query(`create database ${name}`)
  await server.close()
  const database = openDatabase(url.href, { max: 2 })
  await migrate(database)
  await database.withoutTimeouts(({ pool }) => seed(pool, size))
  await setRole(database.db, emailOf(1), 'admin')
  await database.close()
  writeFileSync(loaded, '')
  const seconds = (performance.now() - started) / 1000
  console.log(`loaded ${size.toLocaleString('en')} rows of each kind in ${seconds.toFixed(1)} s`)
  return url.href
}

/**
 * Daily jobs that would read all rows beside a measurement: the words of all names are in the vocabulary by a trigger, and
 * the invariants are checked in the end.
 */
const putOffDailyWork = ({ pool }: Database) =>
  pool.query(`insert into job_runs (name, due_at, finished_at)
    select name, now() + interval '10 years', now()
    from unnest(array['learn names', 'forget words', 'check-invariants']) as name
    on conflict (name) do update set due_at = excluded.due_at`)
