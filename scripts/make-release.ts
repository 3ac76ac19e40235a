import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseChangelog } from './changelog.ts'
import { git, gitSucceeds } from './git.ts'
import { recordRelease } from './releases.ts'

interface Plan {
  /** A version such as `1.2.3`, or the part to raise: `major`, `minor`, `patch`. */
  wanted: string
  /** `YYYY-MM-DD` */
  day: string
  /** Only checks. */
  isDryRun?: boolean
}

interface LockFile {
  version: string
  packages: Record<string, { version?: string }>
}

const versionShape = /^(\d+)\.(\d+)\.(\d+)$/

/**
 * Sets the version, dates the changelog, commits and tags. A second commit records the release, since a commit
 * cannot contain its own hash. Returns the version.
 */
export function makeRelease(folder: string, { wanted, day, isDryRun = false }: Plan): string {
  const path = (file: string) => join(folder, file)
  if (git(folder, 'status', '--porcelain') !== '') {
    throw new Error('There are changes that are not committed')
  }
  const manifest = readFileSync(path('package.json'), 'utf8')
  const version = nextVersion(JSON.parse(manifest).version, wanted)
  const tag = `v${version}`
  if (gitSucceeds(folder, 'rev-parse', '--verify', `refs/tags/${tag}`)) {
    throw new Error(`The tag ${tag} exists already`)
  }
  const changelog = releaseChangelog(readFileSync(path('CHANGELOG.md'), 'utf8'), version, day)
  if (isDryRun) return version

  writeFileSync(path('CHANGELOG.md'), changelog)
  writeFileSync(
    path('package.json'),
    manifest.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`),
  )
  const lock: LockFile = JSON.parse(readFileSync(path('package-lock.json'), 'utf8'))
  lock.version = version
  lock.packages[''] = { ...lock.packages[''], version }
  writeFileSync(path('package-lock.json'), `${JSON.stringify(lock, undefined, 2)}\n`)
  git(folder, 'commit', '--all', '-m', `release: ${version}`)
  git(folder, 'tag', '--annotate', tag, '-m', `Version ${version}`)

  recordRelease(folder, { version, commit: git(folder, 'rev-parse', 'HEAD') })
  git(folder, 'commit', '--all', '-m', `release: record ${version}`)
  return version
}

function nextVersion(current: string, wanted: string): string {
  const now = partsOf(current)
  const next = raised(now, wanted)
  const isHigher = compare(next, now) > 0
  if (!isHigher) throw new Error(`${next.join('.')} is not higher than ${current}`)
  return next.join('.')
}

function raised([major = 0, minor = 0, patch = 0]: number[], wanted: string): number[] {
  if (wanted === 'major') return [major + 1, 0, 0]
  if (wanted === 'minor') return [major, minor + 1, 0]
  if (wanted === 'patch') return [major, minor, patch + 1]
  return partsOf(wanted)
}

function partsOf(version: string): number[] {
  const parts = versionShape.exec(version)?.slice(1).map(Number)
  if (!parts) throw new Error(`"${version}" is not a version such as 1.2.3`)
  return parts
}

/** Positive when `a` is the higher version. */
const compare = (a: number[], b: number[]) =>
  a.map((part, place) => part - (b[place] ?? 0)).find((difference) => difference !== 0) ?? 0
