import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withFileLock } from './file-lock.ts'
import { findBinaries } from './postgres-binaries.ts'
import { readOrCreatePassword, openHome } from './postgres-home.ts'
import { readPostmaster, shutDown } from './postgres-process.ts'
import { connectToCluster, createCluster, startServer } from './postgres-server.ts'
import type { HolderClient } from './postgres-server.ts'

export interface EmbeddedPostgres {
  url: string
  port: number
  pid: number
  how: 'attached' | 'started' | 'created'
  /** Shuts the server down unless another client is connected; the caller closes its own first. */
  stop(): Promise<void>
}

interface Options {
  /** Contains data, logs and password; all processes with the same folder share one server. */
  dir: string
  log?: (line: string) => void
}

/**
 * Attaches to the PostgreSQL server of the folder; creates and starts it if needed. Until `stop` a server that
 * exits is restarted on the same port.
 */
export async function ensurePostgres({ dir, log = () => {} }: Options): Promise<EmbeddedPostgres> {
  const { folder } = openHome(dir, log)
  const locked = <T>(task: () => Promise<T>) => withFileLock(join(folder, 'start.lock'), task)
  const { how, ...server } = await locked(() => reachServer(dir, log))
  const { data, pid, port, password } = server
  let { client } = server
  let stopped = false

  const restartOnExit = () => {
    // The connection must not keep the process alive.
    client.unref()
    client.once('end', () => void restartUntilRunning())
  }
  const isOver = () => stopped || !existsSync(data)
  const restartUntilRunning = async () => {
    while (!isOver()) {
      try {
        return await locked(restart)
      } catch (error) {
        log(`PostgreSQL is not running: ${String(error)}\nRetrying until it is.`)
        await sleep(1_000, undefined, { ref: false })
      }
    }
  }
  const restart = async () => {
    if (isOver()) return
    log('PostgreSQL exited: restarting it')
    const revived = await reachServer(dir, log, port)
    if (revived.port !== port) {
      await revived.client.end()
      throw new Error(`its port is now ${revived.port}, not ${port}`)
    }
    client = revived.client
    restartOnExit()
  }
  restartOnExit()

  return {
    url: `postgres://auto_parts:${password}@127.0.0.1:${port}/auto_parts`,
    port,
    pid,
    how,
    stop: async () => {
      if (stopped) return
      stopped = true
      // Under the lock, so that no other node attaches between the check and the shutdown.
      await locked(async () => {
        client.ref()
        const alone = await isAlone(client).catch(() => false)
        await client.end()
        if (alone) await shutDown(data)
      })
    },
  }
}

/** Connects to the folder's server, creating and starting it if needed. */
async function reachServer(dir: string, log: (line: string) => void, previousPort?: number) {
  const home = openHome(dir, log)
  let how: EmbeddedPostgres['how'] = 'attached'
  let { data } = home
  let client = data && (await connectToCluster(home, data))
  if (!data || !client) {
    const binaries = findBinaries(home, log)
    how = data ? 'started' : 'created'
    const cluster = (data ??= await createCluster(home, binaries))
    client = await startWithRetries(() => startServer(home, cluster, binaries, previousPort), log)
  }
  const password = readOrCreatePassword(home)
  await ensureDatabase(client, password)
  const { pid, port } = readPostmaster(data) ?? { pid: 0, port: 0 }
  return { how, client, data, password, pid, port }
}

/** After a crash, processes of the old server may hold its shared memory for a moment. */
async function startWithRetries(
  start: () => Promise<HolderClient>,
  log: (line: string) => void,
): Promise<HolderClient> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start()
    } catch (error) {
      if (attempt === 100) throw error
      if (attempt === 1) log(`${String(error)}\nRetrying for a while.`)
      await sleep(100)
    }
  }
}

/** The shop's role owns its databases and nothing else, so that no query can change the system. */
async function ensureDatabase(client: HolderClient, password: string): Promise<void> {
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

/** Waits some seconds: connections that the caller has just closed, with statements on them, may still be listed. */
async function isAlone(client: HolderClient): Promise<boolean> {
  for (const started = Date.now(); Date.now() - started < 3_000; await sleep(25)) {
    const { rows } = await client.query(`
      select from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`)
    if (rows.length === 0) return true
  }
  return false
}
