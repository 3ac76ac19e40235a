import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'

const format = 1

const Manifest = z.object({
  format: z.literal(format, 'this backup was made by another version of the shop'),
  /** The database's clock at the moment the backup shows. */
  createdAt: z.string(),
  /** The newest migration the database had seen. */
  migration: z.string(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      file: z.string().check(z.regex(/^[\w.]+\.copy\.gz$/)),
      sha256: z.string(),
    }),
  ),
})

/** What a backup holds; written last, so that a folder without it is no backup. */
export type Manifest = z.infer<typeof Manifest>

const pathIn = (folder: string) => join(folder, 'manifest.json')

export const writeManifest = (folder: string, manifest: Omit<Manifest, 'format'>) =>
  writeFile(pathIn(folder), JSON.stringify({ format, ...manifest }, null, 2))

/** Reads a backup's manifest and checks every file against it. Throws a sentence for people. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(pathIn(folder), 'utf8').catch(() => {
    throw new Error(`${folder} is no complete backup: it has no manifest.json`)
  })
  const manifest = Manifest.parse(JSON.parse(text))
  for (const { file, sha256 } of manifest.tables) {
    if ((await digest(join(folder, file)).catch(() => undefined)) !== sha256) {
      throw new Error(`${file} in ${folder} is missing or damaged`)
    }
  }
  return manifest
}

export async function digest(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
