import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { git } from '../git.ts'

/** Creates an empty git repository that is removed after the test. */
export function openRepository() {
  const folder = temporaryFolder()
  const run = (...args: string[]) => git(folder, ...args)
  run('init', '--quiet', '--initial-branch=main')
  for (const [name, value] of Object.entries(settings)) run('config', name, value)

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return {
    folder,
    git: run,
    write,
    /** Commits all files of the folder; returns the hash. */
    commit(subject: string): string {
      run('add', '--all')
      run('commit', '--quiet', '--allow-empty', '-m', subject)
      return run('rev-parse', 'HEAD')
    },
  }
}

/** Overrides the git settings of the machine. */
const settings = {
  'user.name': 'Mia',
  'user.email': 'mia@shop.example',
  'commit.gpgsign': 'false',
  'tag.gpgsign': 'false',
  'core.hooksPath': '/dev/null',
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'auto-parts-git-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
