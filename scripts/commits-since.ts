import { git, gitSucceeds } from './git.ts'

export interface Commit {
  hash: string
  subject: string
}

/**
 * The commits after `base` without merges, newest first. All commits of a shallow clone that ends after the
 * base are newer. Throws if a complete history does not contain the base.
 */
export function commitsSince(base: string, folder: string): Commit[] {
  const lines = git(folder, 'log', '--no-merges', '--format=%h %s', rangeOf(base, folder))
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const end = line.indexOf(' ')
      return { hash: line.slice(0, end), subject: line.slice(end + 1) }
    })
}

function rangeOf(base: string, folder: string): string {
  if (gitSucceeds(folder, 'merge-base', '--is-ancestor', base, 'HEAD')) return `${base}..HEAD`
  if (isShallow(folder) && !gitSucceeds(folder, 'cat-file', '-e', `${base}^{commit}`)) return 'HEAD'
  throw new Error(`The commit ${base} is not in the history of HEAD`)
}

const isShallow = (folder: string) => git(folder, 'rev-parse', '--is-shallow-repository') === 'true'
