const unreleased = '## Unreleased'

/**
 * The changelog (Keep a Changelog) with its Unreleased section moved under a version and a day, and an empty
 * Unreleased section above it. Throws when there is nothing to release.
 */
export function releaseChangelog(changelog: string, version: string, day: string): string {
  const [before = '', rest] = changelog.split(`\n${unreleased}\n`)
  if (rest === undefined) throw new Error(`CHANGELOG.md has no section "${unreleased}"`)
  const notes = rest.split(/^## /m)[0] ?? ''
  if (!hasEntries(notes)) throw new Error('The section Unreleased of CHANGELOG.md is empty')
  return `${before}\n${unreleased}\n\n## ${version} - ${day}\n${rest}`
}

/** Headings alone do not count. */
const hasEntries = (notes: string) =>
  notes.split('\n').some((line) => line.trim() !== '' && !line.startsWith('#'))
