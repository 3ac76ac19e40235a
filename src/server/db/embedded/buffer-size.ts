import { totalmem } from 'node:os'

const smallestMb = 128
const largestMb = 1024

/**
 * Megabytes of PostgreSQL's buffers: a sixteenth of the memory in bytes, between 128 MB and 1 GB. A page that is not in them
 * is read again from the system's cache, with its checksum, which takes an order a quarter of its time once the
 * database is larger. A small database uses as much of them as it has pages.
 */
export const bufferMb = (memory: number) =>
  Math.min(Math.max(Math.floor(memory / 16 / 2 ** 20), smallestMb), largestMb)

/** The memory of the computer, or of the container, in bytes. */
export function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
