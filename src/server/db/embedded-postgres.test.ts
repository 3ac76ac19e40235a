import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, test as base, vi } from 'vitest'
import { ensurePostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { findBinaries } from './postgres-binaries.ts'
import { openHome } from './postgres-home.ts'
import { readPostmaster } from './postgres-process.ts'
import { startServer } from './postgres-server.ts'

/** A folder of the test's own, and the servers it asks for there. */
const test = base.extend<{
  dir: string
  ensure: (lines?: string[]) => Promise<EmbeddedPostgres>
}>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads there which fixtures to make
  dir: async ({}, use) => {
    const dir = mkdtempSync(join(tmpdir(), 'embedded-postgres-'))
    chmodSync(dir, 0o755)
    await use(dir)
    rmSync(dir, { recursive: true })
  },
  ensure: async ({ dir }, use) => {
    const servers: EmbeddedPostgres[] = []
    await use(async (lines = []) => {
      const server = await ensurePostgres({ dir, log: (line) => lines.push(line) })
      servers.push(server)
      return server
    })
    for (const server of servers.toReversed()) await server.stop()
  },
})

describe.concurrent('the embedded PostgreSQL', { timeout: 240_000 }, () => {
  test('is created once, then attached to, and keeps its data over a stop', async ({ ensure }) => {
    const first = await ensure()
    await query(first.url, 'create table parts as select 1 as id')
    const second = await ensure()
    await second.stop()
    await first.stop()
    await expect(query(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED')

    const third = await ensure()
    expect([first.how, second.how, third.how]).toEqual(['created', 'attached', 'started'])
    expect(await query(third.url, 'select id from parts')).toEqual([{ id: 1 }])
  })

  test('comes back at the same address with all that was committed after kill -9', async ({
    ensure,
  }) => {
    const { url, pid } = await ensure()
    await query(url, 'create table parts as select 1 as id')
    process.kill(pid, 'SIGKILL')
    const parts = await vi.waitFor(() => query(url, 'select id from parts'), { timeout: 100_000 })
    expect(parts).toEqual([{ id: 1 }])
  })

  test('comes back however often it is killed, even while it is coming back', async ({
    dir,
    ensure,
  }) => {
    const { url, pid } = await ensure()
    let running = pid
    for (let deaths = 0; deaths < 3; deaths += 1) {
      process.kill(running, 'SIGKILL')
      await vi.waitFor(() => query(url, 'select'), { timeout: 100_000, interval: 1 })
      running = readPostmaster(join(dir, 'pg18'))!.pid
    }
  })

  test('starts nowhere else where somebody waits for it at its port', async ({
    dir,
    ensure,
    onTestFinished,
  }) => {
    const { port, stop } = await ensure()
    await stop()
    const stranger = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void stranger.close())
    await once(stranger, 'listening')
    const home = openHome(dir, () => {})
    const binaries = findBinaries(home, () => {})
    const again = startServer(home, join(dir, 'pg18'), binaries, port)
    await expect(again).rejects.toThrow(`PostgreSQL's port ${port} is taken`)
  })

  test('comes back at the port it had, whatever is written down by then', async ({
    dir,
    ensure,
  }) => {
    const { url, pid, port } = await ensure()
    const file = join(dir, 'port')
    writeFileSync(file, String(port === 20_000 ? 20_001 : 20_000))
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => query(url, 'select'), { timeout: 100_000 })
    expect(readFileSync(file, 'utf8')).toBe(String(port))
  })

  test('keeps away from the ports that systems give to outgoing connections, and comes back to its own', async ({
    dir,
    ensure,
  }) => {
    const file = join(dir, 'port')
    writeFileSync(file, '40000')
    const first = await ensure()
    expect(first.port).toBeLessThan(32_768)
    expect(readFileSync(file, 'utf8')).toBe(String(first.port))
    await first.stop()
    expect((await ensure()).port).toBe(first.port)
  })

  test('outlives a killed shop, and the next one attaches to it', async ({ dir, ensure }) => {
    const shop = startShop(dir)
    const [how, port] = await shop.answer
    await shop.kill()
    const next = await ensure()
    expect([how, port, next.how]).toEqual(['created', String(next.port), 'attached'])
  })

  test('is one server however many shops start at once', async ({ dir, ensure }) => {
    const shops = Array.from({ length: 6 }, () => startShop(dir))
    const answers = await Promise.all(shops.map(({ answer }) => answer))
    await Promise.all(shops.map(({ kill }) => kill()))
    await ensure()
    expect(answers.filter(([how]) => how === 'created')).toHaveLength(1)
    expect(new Set(answers.map(([, port]) => port)).size).toBe(1)
  })

  test('starts at once although a killed shop held the start lock', async ({ dir, ensure }) => {
    const lock = join(dir, 'start.lock')
    const { answer, kill } = startProgram(`
      import { withFileLock } from ${module('file-lock.ts')}
      await withFileLock(${JSON.stringify(lock)}, async () => {
        console.log('locked')
        await new Promise(() => setInterval(() => {}, 1000))
      })`)
    expect(await answer).toEqual(['locked'])
    await kill()
    expect((await ensure()).how).toBe('created')
  })

  test('starts although its old process id belongs to another program now', async ({
    dir,
    ensure,
  }) => {
    const first = await ensure()
    await first.stop()
    writeFileSync(join(dir, 'pg18', 'postmaster.pid'), `${process.pid}\n\n\n${first.port}\n`)
    expect((await ensure()).how).toBe('started')
  })

  test('keeps running on stop while another client is connected', async ({ ensure }) => {
    const server = await ensure()
    const other = new Client(server.url)
    await other.connect()
    await server.stop()
    expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await other.end()
    expect((await ensure()).how).toBe('attached')
  })

  test('lets nobody in without the password, which only its account can read', async ({
    dir,
    ensure,
  }) => {
    const { url } = await ensure()
    const wrong = new URL(url)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
    expect(statSync(join(dir, 'password')).mode & 0o777).toBe(0o600)
  })

  test('listens on the loopback interface only and flushes every commit to disk', async ({
    ensure,
  }) => {
    const { url } = await ensure()
    const settings = await query(
      url,
      `select current_setting('listen_addresses') as listens, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as waits, current_setting('data_checksums') as sums`,
    )
    expect(settings).toEqual([{ listens: '127.0.0.1', fsync: 'on', waits: 'on', sums: 'on' }])
  })

  test('gives the shop a role that can create databases but reach nothing outside them', async ({
    ensure,
  }) => {
    const { url } = await ensure()
    await query(url, 'create database another')
    await expect(query(url, `copy (select 1) to program 'true'`)).rejects.toThrow('permission')
  })

  test('refuses data of a version it has no programs for, and says which', async ({ dir }) => {
    mkdirSync(join(dir, 'pg9'))
    await expect(ensurePostgres({ dir })).rejects.toThrow('pg9 needs PostgreSQL 9; found only')
  })

  if (process.getuid?.() === 0) {
    test('moves to a public place, and says so, when only root can enter the folder', async ({
      dir,
      ensure,
    }) => {
      chmodSync(dir, 0o700)
      const lines: string[] = []
      const first = await ensure(lines)
      const place = readlinkSync(join(dir, 'moved-to'))
      expect(lines.join()).toContain(place)
      expect(readFileSync(`/proc/${first.pid}/status`, 'utf8')).not.toMatch(/^Uid:\s+0\s/m)

      const second = await ensure()
      expect(second.how).toBe('attached')
      await second.stop()
      await first.stop()
      rmSync(place, { recursive: true })
    })
  }
})

async function query(url: string, sql: string) {
  const client = new Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const module = (name: string) => JSON.stringify(join(import.meta.dirname, name))

const startShop = (dir: string) =>
  startProgram(`
    import { ensurePostgres } from ${module('embedded-postgres.ts')}
    const { how, port } = await ensurePostgres({ dir: ${JSON.stringify(dir)} })
    console.log(how, port)
    setInterval(() => {}, 1000)`)

/** Runs a program in a process of its own; `answer` holds the words of the first line it prints. */
function startProgram(code: string) {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const answer = once(child.stdout, 'data').then(([line]) => String(line).trim().split(' '))
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { answer, kill }
}
