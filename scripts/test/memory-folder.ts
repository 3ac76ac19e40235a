import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Four times what the tests were seen to need. */
const neededBytes = 2 * 1024 ** 3

/**
 * Makes a folder in memory and removes it when the process exits. Undefined where memory cannot be
 * mounted as a disk or is short, such as on macOS or in a container with the usual 64 MB.
 */
export function makeMemoryFolder(memory = '/dev/shm', needed = neededBytes): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, freemem()) < needed) return undefined
    const folder = mkdtempSync(join(memory, 'auto-parts-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    // For root, PostgreSQL runs under another account.
    chmodSync(folder, 0o755)
    return folder
  } catch {
    return undefined
  }
}
