import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageFiles } from './image-files.ts'

/** Stores pictures in a folder of this machine. */
export function createDiskImages(folder: string): ImageFiles {
  return {
    async put(files) {
      await mkdir(folder, { recursive: true })
      for (const { name, bytes } of files) {
        const file = join(folder, name)
        // Written under another name first: after a crash no incomplete picture has a name that is cached for ever.
        const part = `${file}.${randomUUID()}.part`
        try {
          await writeFile(part, bytes)
          await rename(part, file)
        } catch (error) {
          await rm(part, { force: true })
          throw error
        }
      }
      return undefined
    },

    async open(name) {
      const file = join(folder, name)
      const found = await stat(file).catch(() => undefined)
      return found && { size: found.size, stream: createReadStream(file) }
    },

    async remove(names) {
      for (const name of names) await rm(join(folder, name), { force: true })
    },
  }
}
