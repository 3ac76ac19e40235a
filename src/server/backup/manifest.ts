import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'

const format = 1

const Manifest = z.object({
  format: z.literal(format, 'the backup has the format of another version of the shop'),
  /** The time of the snapshot by the database's clock. */
  createdAt: z.string(),
  /** The newest migration of the database. */
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

/** The contents of a backup. Written last, so that a folder without it is incomplete. */
export type Manifest = z.infer<typeof Manifest>

const pathIn = (folder: string) => join(folder, 'manifest.json')

export const writeManifest = (folder: string, manifest: Omit<Manifest, 'format'>) =>
  writeFile(pathIn(folder), JSON.stringify({ format, ...manifest }, null, 2))

/** Reads a backup's manifest and checks every file against it. Throws readable messages. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(pathIn(folder), 'utf8').catch(() => {
    throw new Error(`${folder} is not a complete backup: manifest.json is missing`)
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
