import { spawnSync } from 'node:child_process'

/** The output of a git command, without the last line break. Throws with git's message if it fails. */
export function git(folder: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = runGit(folder, args)
  if (status !== 0) throw new Error(`git ${args[0]}: ${error?.message ?? stderr.trim()}`)
  return stdout.trimEnd()
}

/** Whether a git command succeeds, for checks such as the existence of a commit. */
export const gitSucceeds = (folder: string, ...args: string[]): boolean =>
  runGit(folder, args).status === 0

/** Without the variables that git sets in hooks: `folder` may be another repository. */
function runGit(folder: string, args: string[]) {
  const { GIT_DIR: _dir, GIT_INDEX_FILE: _index, GIT_WORK_TREE: _tree, ...env } = process.env
  return spawnSync('git', args, { cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 28 })
}
