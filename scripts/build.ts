import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withFileLock } from '../src/server/db/embedded/file-lock.ts'
import { compressFiles } from './compress.ts'

const run = promisify(execFile)
const vite = 'node_modules/vite/bin/vite.js'
const stamp = 'dist/.build-stamp'
const cache = 'node_modules/.cache'

// The server runs from its sources; only the browser's code is built.
const sources = ['src/{web,contract}/**/*.*', 'vite.config.ts', 'package.json', 'package-lock.json']

/** Builds `dist/` unless it was built from exactly these sources. */
export async function buildWhenNeeded(log: (line: string) => void): Promise<void> {
  const wanted = hashOf(sources)
  if (isBuiltFrom(wanted)) return
  if (existsSync(stamp) && !existsSync(vite)) {
    log(
      'The pages in dist/ were built from other sources and are served unchanged, since Vite is not installed.',
    )
    return
  }
  mkdirSync(cache, { recursive: true })
  await withFileLock(join(cache, 'build.lock'), async () => {
    // Another process may have built it since then.
    if (!isBuiltFrom(wanted)) await build(wanted, log)
  })
}

const isBuiltFrom = (wanted: string) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

async function build(wanted: string, log: (line: string) => void) {
  const started = performance.now()
  log('Building the pages …')
  await rm('dist', { recursive: true, force: true })
  await run(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await compressFiles('dist/client')
  writeFileSync(stamp, wanted)
  log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

/** A hash of the names and contents of the files. */
export function hashOf(patterns: string[], cwd = '.'): string {
  const hash = createHash('sha256')
  const files = globSync(patterns, { cwd, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => `${parentPath}/${name}`)
  for (const path of paths.toSorted((a, b) => (a < b ? -1 : 1))) {
    const content = readFileSync(path)
    hash.update(`${path.slice(cwd.length)} ${content.length} `).update(content)
  }
  return hash.digest('hex')
}
