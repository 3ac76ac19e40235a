import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensurePostgres } from '../db/embedded/embedded-postgres.ts'

/** What a command needs to know of the shop it serves. */
export interface Premises {
  /** The shop's database: the configured one, or the embedded one, which is started when needed. */
  url: string
  dataDir: string
}

/** Runs a command beside a running shop or without one, and ends the process: 1 after a failure. */
export async function runCommand(command: (premises: Premises) => Promise<string>): Promise<never> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    console.log(await onPremises(command))
    process.exit(0)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function onPremises<T>(work: (premises: Premises) => Promise<T>): Promise<T> {
  const dataDir = resolve(process.env['DATA_DIR'] || './data')
  const configured = process.env['DATABASE_URL']
  if (configured) return work({ url: configured, dataDir })
  const postgres = await ensurePostgres({ dir: join(dataDir, 'postgres') })
  try {
    return await work({ url: postgres.url, dataDir })
  } finally {
    await postgres.stop()
  }
}
