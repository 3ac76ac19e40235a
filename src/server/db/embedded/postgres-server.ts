import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, DatabaseError } from 'pg'
import { availableMemory, bufferMb } from './buffer-size.ts'
import type { Binaries } from './postgres-binaries.ts'
import { changeOwner, readOrCreatePassword } from './postgres-home.ts'
import type { Home } from './postgres-home.ts'
import { readPostmaster } from './postgres-process.ts'

/** The connection that marks the server as in use by a node; pg's types lack `ref` and `unref`. */
export type HolderClient = Client & { ref(): void; unref(): void }

const run = promisify(execFile)
// English messages, and no PG… variables, which may be meant for another server.
const environment = {
  PATH: process.env['PATH'],
  SystemRoot: process.env['SystemRoot'],
  LC_ALL: 'C',
}

/** Creates an empty cluster under another name first, so that `pg<major>` is always complete. */
export async function createCluster(home: Home, { folder, major }: Binaries): Promise<string> {
  const { account } = home
  for (const name of readdirSync(home.folder)) {
    if (name.startsWith('new-')) rmSync(join(home.folder, name), { recursive: true, force: true })
  }
  const draft = mkdtempSync(join(home.folder, 'new-'))
  changeOwner(account, draft)
  readOrCreatePassword(home)
  // From version 17 on PostgreSQL has built-in Unicode rules, the same on every system.
  const locale =
    major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8']
  const options = [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${join(home.folder, 'password')}`,
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
  ]
  await run(join(folder, 'initdb'), options, { ...account, cwd: home.folder, env: environment })
  const data = join(home.folder, `pg${major}`)
  renameSync(draft, data)
  return data
}

/** Connects to the server of the data folder, waiting while it starts or shuts down. */
export async function connectToCluster(
  home: Home,
  data: string,
): Promise<HolderClient | undefined> {
  for (;;) {
    const server = readPostmaster(data)
    if (!server?.port) return undefined
    try {
      return await connect(server.port, readOrCreatePassword(home))
    } catch (error) {
      if (error instanceof DatabaseError && error.code === '57P03') await sleep(25)
      else if (error instanceof DatabaseError) throw error
      else return undefined
    }
  }
}

/**
 * Starts the server and connects to it, without a timeout for crash recovery. With `previousPort` it starts on
 * that port or fails, since the nodes that used it reconnect there.
 */
export async function startServer(
  home: Home,
  data: string,
  { folder }: Binaries,
  previousPort?: number,
): Promise<HolderClient> {
  const logs = join(home.folder, 'log')
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  changeOwner(home.account, logs)
  const settings = {
    listen_addresses: '127.0.0.1',
    port: await (previousPort === undefined ? choosePort(home) : reusePort(home, previousPort)),
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: `${bufferMb(availableMemory())}MB`,
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: logs,
    // One file for each day of the week, so that logs do not fill the disk.
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: 0,
    log_truncate_on_rotation: 'on',
    // The detail of an error contains values of the row, such as e-mail addresses.
    log_error_verbosity: 'terse',
  }
  const output = join(logs, 'start.log')
  const fd = openSync(output, 'w')
  const server = spawn(
    join(folder, 'postgres'),
    [
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...home.account,
      cwd: home.folder,
      env: environment,
      // Other nodes may use the server: it outlives this process and ignores its terminal's signals.
      detached: true,
      stdio: ['ignore', fd, fd],
    },
  )
  closeSync(fd)
  server.unref()
  const ended = new Promise<string>((resolve) => {
    server.once('error', ({ message }) => resolve(message))
    server.once('exit', () => resolve(''))
  })
  for (;;) {
    const client = await connectToCluster(home, data)
    if (client) return client
    const reason = await Promise.race([ended, sleep(25)])
    if (reason === undefined) continue
    const message = reason + readFileSync(output, 'utf8')
    throw new Error(`PostgreSQL did not start (see ${logs}): ${message}`)
  }
}

async function connect(port: number, password: string): Promise<HolderClient> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    ssl: false,
    application_name: 'auto-parts: server in use',
    connectionTimeoutMillis: 5_000,
  }) as HolderClient
  // Only the end of the connection matters, which has its own event.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Systems use ports from 32768 on for outgoing connections, which could take the server's while it is stopped. */
const ports = { from: 20_000, below: 32_768 }

const portFile = (folder: string) => join(folder, 'port')

/** The previous port if it is free, so that nodes reconnect after a restart. */
async function choosePort({ folder }: Home): Promise<number> {
  const file = portFile(folder)
  let port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : ports.below
  while (port >= ports.below || !(await isFree(port))) port = randomInt(ports.from, ports.below)
  writeFileSync(file, String(port))
  return port
}

async function reusePort({ folder }: Home, port: number): Promise<number> {
  if (!(await isFree(port))) throw new Error(`PostgreSQL's port ${port} is taken`)
  writeFileSync(portFile(folder), String(port))
  return port
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
