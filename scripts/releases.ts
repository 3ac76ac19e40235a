import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Release {
  version: string
  commit: string
}

const fileIn = (folder: string) => join(folder, 'releases.json')

/** The commits of the releases, oldest first. Tags have them too, but a clone may lack its tags. */
function readReleases(folder: string): Record<string, string> {
  return JSON.parse(readFileSync(fileIn(folder), 'utf8'))
}

/** Below 0 if the first version is the earlier one. */
export const compareVersions = (one: string, other: string) =>
  one.localeCompare(other, 'en', { numeric: true })

/** The last release, or the last one before a version. */
export function lastRelease(folder: string, before?: string): Release {
  const last = Object.entries(readReleases(folder)).findLast(
    ([version]) => before === undefined || compareVersions(version, before) < 0,
  )
  if (!last) throw new Error('releases.json has no such release')
  const [version, commit] = last
  return { version, commit }
}

export function recordRelease(folder: string, { version, commit }: Release) {
  const releases = { ...readReleases(folder), [version]: commit }
  writeFileSync(fileIn(folder), `${JSON.stringify(releases, undefined, 2)}\n`)
}
