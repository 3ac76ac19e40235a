import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, vi } from 'vitest'
import { query, test } from '../../testing/postgres-fixture.ts'
import { findBinaries } from './postgres-binaries.ts'
import { openHome } from './postgres-home.ts'
import { readPostmaster } from './postgres-process.ts'
import { startServer } from './postgres-server.ts'

describe.concurrent('the embedded PostgreSQL', { timeout: 240_000 }, () => {
  test('restarts on the same port with all committed data after kill -9', async ({ ensure }) => {
    const { url, pid } = await ensure()
    await query(url, 'create table parts as select 1 as id')
    process.kill(pid, 'SIGKILL')
    const parts = await vi.waitFor(() => query(url, 'select id from parts'), { timeout: 100_000 })
    expect(parts).toEqual([{ id: 1 }])
  })

  test('restarts after repeated kills, also during a restart', async ({ dir, ensure }) => {
    const { url, pid } = await ensure()
    let running = pid
    for (let deaths = 0; deaths < 3; deaths += 1) {
      process.kill(running, 'SIGKILL')
      await vi.waitFor(() => query(url, 'select'), { timeout: 100_000, interval: 1 })
      running = readPostmaster(join(dir, 'pg18'))!.pid
    }
  })

  test('does not start on another port while a node expects it on its own', async ({
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

  test('restarts on its previous port even if the port file differs', async ({ dir, ensure }) => {
    const { url, pid, port } = await ensure()
    const file = join(dir, 'port')
    writeFileSync(file, String(port === 20_000 ? 20_001 : 20_000))
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => query(url, 'select'), { timeout: 100_000 })
    expect(readFileSync(file, 'utf8')).toBe(String(port))
  })

  test('avoids the ports of outgoing connections and reuses its own', async ({ dir, ensure }) => {
    const file = join(dir, 'port')
    writeFileSync(file, '40000')
    const first = await ensure()
    expect(first.port).toBeLessThan(32_768)
    expect(readFileSync(file, 'utf8')).toBe(String(first.port))
    await first.stop()
    expect((await ensure()).port).toBe(first.port)
  })
})
