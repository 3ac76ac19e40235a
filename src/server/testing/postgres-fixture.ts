import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { test as base } from 'vitest'
import { ensurePostgres } from '../db/embedded/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** Fixtures: a data folder for the test and its servers. */
export const test = base.extend<{
  dir: string
  ensure: (lines?: string[]) => Promise<EmbeddedPostgres>
}>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from the pattern
  dir: async ({}, use) => {
    const dir = makeTemporaryFolder('embedded-postgres')
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

/** The rows of one statement, over a new connection. */
export async function query(url: string, sql: string) {
  const client = new Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
