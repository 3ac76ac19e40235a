import { chmodSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { query, test } from '../../testing/postgres-fixture.ts'

describe.concurrent('the embedded PostgreSQL', { timeout: 240_000 }, () => {
  /** @shows asvs-13.3.2 */
  test('requires the password, which only its account can read', async ({ dir, ensure }) => {
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

  /** @shows asvs-13.2.2 */
  test('gives the shop a role that owns its databases only', async ({ ensure }) => {
    const { url } = await ensure()
    await query(url, 'create database another')
    await expect(query(url, `copy (select 1) to program 'true'`)).rejects.toThrow('permission')
  })

  if (process.getuid?.() === 0) {
    test('moves to a public folder and logs it when only root can enter the folder', async ({
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
