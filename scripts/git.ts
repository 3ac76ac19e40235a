import { spawnSync } from 'node:child_process'

/** What a git command prints, without the last line break. Throws with git's own message when it fails. */
export function git(folder: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = runGit(folder, args)
  if (status !== 0) throw new Error(`git ${args[0]}: ${error?.message ?? stderr.trim()}`)
  return stdout.trimEnd()
}

/** Whether a git command succeeds; for questions such as "is this commit known?". */
export const gitSucceeds = (folder: string, ...args: string[]): boolean =>
  runGit(folder, args).status === 0

/** Hooks set these for the repository that they run in; `folder` may be another one. */
function runGit(folder: string, args: string[]) {
  const { GIT_DIR: _dir, GIT_INDEX_FILE: _index, GIT_WORK_TREE: _tree, ...env } = process.env
  return spawnSync('git', args, { cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 28 })
}
