import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = resolve('node_modules/.cache/bench-tools')

export interface Tool {
  command: string
  env: NodeJS.ProcessEnv
}

const folders = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
]

const found = (name: string) =>
  folders.map((folder) => join(folder, name)).find((file) => existsSync(file))

/**
 * The load generator of the bench (decision 0046). If it is not installed, Debian's package is unpacked into
 * node_modules/.cache.
 */
export async function findWrk(): Promise<Tool> {
  const installed = found('wrk')
  if (installed) return { command: installed, env: process.env }
  const command = join(cache, 'usr/bin/wrk')
  if (!existsSync(command)) await unpackDebian(['wrk', 'libluajit-5.1-2'])
  const [libraries = ''] = globSync(join(cache, 'usr/lib/*-linux-gnu'))
  return { command, env: { ...process.env, LD_LIBRARY_PATH: libraries } }
}

/** Part of PostgreSQL's server packages, but not of the binaries on npm. */
export async function findPgbench(): Promise<Tool> {
  const installed = found('pgbench')
  if (installed) return { command: installed, env: process.env }
  const name = 'usr/lib/postgresql/*/bin/pgbench'
  if (globSync(join(cache, name)).length === 0) await unpackDebian(['postgresql-15', 'libpq5'])
  const [command = 'pgbench'] = globSync(join(cache, name))
  const [libraries = ''] = globSync(join(cache, 'usr/lib/*-linux-gnu'))
  return { command, env: { ...process.env, LD_LIBRARY_PATH: libraries } }
}

async function unpackDebian(packages: string[]) {
  mkdirSync(cache, { recursive: true })
  try {
    await run('apt-get', ['download', ...packages], { cwd: cache })
    for (const file of globSync(join(cache, '*.deb'))) await run('dpkg', ['-x', file, cache])
  } catch (error) {
    throw new Error(
      `${packages[0]} is not installed, and its Debian package cannot be downloaded: install it`,
      {
        cause: error,
      },
    )
  }
}
