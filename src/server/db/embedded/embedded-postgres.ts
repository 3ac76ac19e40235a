import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withFileLock } from './file-lock.ts'
import { findBinaries } from './postgres-binaries.ts'
import { keepPassword, openHome } from './postgres-home.ts'
import { readPostmaster, shutDown } from './postgres-process.ts'
import { connectToCluster, createCluster, startServer } from './postgres-server.ts'
import type { KeeperClient } from './postgres-server.ts'

export interface EmbeddedPostgres {
  url: string
  port: number
  pid: number
  how: 'attached' | 'started' | 'created'
  /** Shuts the server down unless another client is connected; the caller closes its own first. */
  stop(): Promise<void>
}

interface Options {
  /** Data, logs and password live here; everyone who names the same folder shares one server. */
  dir: string
  log?: (line: string) => void
}

/**
 * Attaches to the PostgreSQL server that runs on the folder, or starts it, or creates it first.
 * Until `stop` the server is also started again, on the same port, should it die.
 */
export async function ensurePostgres({ dir, log = () => {} }: Options): Promise<EmbeddedPostgres> {
  const { folder } = openHome(dir, log)
  const locked = <T>(task: () => Promise<T>) => withFileLock(join(folder, 'start.lock'), task)
  const { how, ...server } = await locked(() => reachServer(dir, log))
  const { data, pid, port, password } = server
  let { client } = server
  let stopped = false

  const keepRunning = () => {
    // Keeping the server is no reason for the process to stay alive.
    client.unref()
    client.once('end', () => void revive())
  }
  const isOver = () => stopped || !existsSync(data)
  const revive = async () => {
    while (!isOver()) {
      try {
        return await locked(startAgain)
      } catch (error) {
        log(`PostgreSQL is away: ${String(error)}\nTrying again until it is back.`)
        await sleep(1_000, undefined, { ref: false })
      }
    }
  }
  const startAgain = async () => {
    if (isOver()) return
    log('PostgreSQL went away: starting it again')
    const revived = await reachServer(dir, log, port)
    if (revived.port !== port) {
      await revived.client.end()
      throw new Error(`its port is now ${revived.port}, not ${port}`)
    }
    client = revived.client
    keepRunning()
  }
  keepRunning()

  return {
    url: `postgres://auto_parts:${password}@127.0.0.1:${port}/auto_parts`,
    port,
    pid,
    how,
    stop: async () => {
      if (stopped) return
      stopped = true
      // Under the lock, so that no other node attaches between the last look and the shutdown.
      await locked(async () => {
        client.ref()
        const alone = await isAlone(client).catch(() => false)
        await client.end()
        if (alone) await shutDown(data)
      })
    },
  }
}

/** A connection to the folder's server, which is created or started when needed. */
async function reachServer(dir: string, log: (line: string) => void, portBefore?: number) {
  const home = openHome(dir, log)
  let how: EmbeddedPostgres['how'] = 'attached'
  let { data } = home
  let client = data && (await connectToCluster(home, data))
  if (!data || !client) {
    const binaries = findBinaries(home, log)
    how = data ? 'started' : 'created'
    const cluster = (data ??= await createCluster(home, binaries))
    client = await startPatiently(() => startServer(home, cluster, binaries, portBefore), log)
  }
  const password = keepPassword(home)
  await ensureDatabase(client, password)
  const { pid, port } = readPostmaster(data) ?? { pid: 0, port: 0 }
  return { how, client, data, password, pid, port }
}

/** After a crash the remains of the old server may hold its memory until they notice. */
async function startPatiently(
  start: () => Promise<KeeperClient>,
  log: (line: string) => void,
): Promise<KeeperClient> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start()
    } catch (error) {
      if (attempt === 100) throw error
      if (attempt === 1) log(`${String(error)}\nTrying again for a while.`)
      await sleep(100)
    }
  }
}

/** The shop's own role: it owns its databases and nothing else, so no query can reach the system. */
async function ensureDatabase(client: KeeperClient, password: string): Promise<void> {
  const { rows } = await client.query(`select from pg_database where datname = 'auto_parts'`)
  if (rows.length > 0) return
  await client.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'auto_parts') then
        create role auto_parts login createdb password '${password}';
      end if;
    end $$`)
  await client.query('create database auto_parts owner auto_parts')
}

/** Connections the caller has just closed may linger for a moment, hence a second's patience. */
async function isAlone(client: KeeperClient): Promise<boolean> {
  for (const started = Date.now(); Date.now() - started < 1_000; await sleep(25)) {
    const { rows } = await client.query(`
      select from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`)
    if (rows.length === 0) return true
  }
  return false
}
