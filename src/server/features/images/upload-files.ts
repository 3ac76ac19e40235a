import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'auto-parts-picture-'
/** An upload and its encoding take a few minutes. Nodes may share the folder, but not their process ids. */
const abandonedAfterMs = 60 * 60_000

/** A new path for the picture of an upload. */
export const uploadPath = () => join(tmpdir(), prefix + randomUUID())

/** Removes the pictures of uploads whose node was killed. */
export async function removeAbandonedUploads() {
  const names = await readdir(tmpdir())
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const path = join(tmpdir(), name)
    const { mtimeMs = Infinity } = (await stat(path).catch(() => undefined)) ?? {}
    if (mtimeMs < Date.now() - abandonedAfterMs) await rm(path, { force: true })
  }
}
