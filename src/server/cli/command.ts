import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensurePostgres } from '../db/embedded/embedded-postgres.ts'

/** Database and data folder of the shop that a command works on. */
export interface CommandContext {
  /** The configured database, or the embedded one, which is started if needed. */
  url: string
  dataDir: string
}

/** Runs a command, whether the shop runs or not, and ends the process with exit code 0 or 1. */
export async function runCommand(
  command: (context: CommandContext) => Promise<string>,
): Promise<never> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    console.log(await withContext(command))
    process.exit(0)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function withContext<T>(work: (premises: CommandContext) => Promise<T>): Promise<T> {
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
