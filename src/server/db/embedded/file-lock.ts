import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const sqliteBusy = 5

/**
 * Runs the task while holding an exclusive lock on a file. The lock is SQLite's, so the operating system
 * releases it when the holder exits: there are no stale locks.
 */
export async function withFileLock<T>(file: string, task: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(file)
  try {
    while (!tryLock(lock)) await sleep(25)
    return await task()
  } finally {
    lock.close()
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return false
    throw error
  }
}
