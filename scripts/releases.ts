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

export function lastRelease(folder: string): Release {
  const last = Object.entries(readReleases(folder)).at(-1)
  if (!last) throw new Error('releases.json is empty')
  const [version, commit] = last
  return { version, commit }
}

export function recordRelease(folder: string, { version, commit }: Release) {
  const releases = { ...readReleases(folder), [version]: commit }
  writeFileSync(fileIn(folder), `${JSON.stringify(releases, undefined, 2)}\n`)
}
