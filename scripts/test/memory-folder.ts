import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Four times what the tests were seen to need. */
const neededBytes = 2 * 1024 ** 3

/** The folder of a killed run is removed after this time: until then its database may still be ending. */
const abandonedMs = 60 * 60_000

/**
 * Makes a folder in memory and removes it when the process exits, and those of killed runs. Undefined where memory
 * cannot be mounted as a disk or is short, such as on macOS or in a container with the usual 64 MB.
 */
export function makeMemoryFolder(memory = '/dev/shm', needed = neededBytes): string | undefined {
  try {
    removeAbandoned(memory)
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, freemem()) < needed) return undefined
    const folder = mkdtempSync(join(memory, `auto-parts-${process.pid}-`))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    // For root, PostgreSQL runs under another account.
    chmodSync(folder, 0o755)
    return folder
  } catch {
    return undefined
  }
}

function removeAbandoned(memory: string) {
  for (const name of readdirSync(memory)) {
    const pid = /^auto-parts-(\d+)-/.exec(name)?.[1]
    const folder = join(memory, name)
    if (pid === undefined || isRunning(Number(pid))) continue
    const made = statSync(folder, { throwIfNoEntry: false })
    if (!made || Date.now() - made.mtimeMs < abandonedMs) continue
    rmSync(folder, { recursive: true, force: true })
  }
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
