import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImageStore } from './image-store.ts'
import type { ImageStore } from './image-store.ts'
import { uploadedPicture } from '../../testing/uploaded-picture.ts'

const photo = sharp({ create: { width: 40, height: 30, channels: 3, background: '#b3261e' } })
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>',
)

let folder: string
let store: ImageStore
const others = new Map<string, Buffer>([['svg', svg]])
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'auto-parts-pictures-'))
  store = createImageStore(folder)
  for (const kind of ['gif', 'tiff'] as const) others.set(kind, await photo[kind]().toBuffer())
  // Until the first picture is encoded, the library has all decoders enabled.
  for (const [format, bytes] of others) {
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 40 })
  }
  const path = join(folder, 'first.png')
  writeFileSync(path, await photo.png().toBuffer())
  await store.add({ path, sha256: '0'.repeat(64) })
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('accepts %s', async (kind) => {
  expect(await store.add(uploadedPicture(await photo[kind]().toBuffer()))).toMatch(/^\/images\//)
})

test.each(['svg', 'gif', 'tiff'])('blocks the decoder of %s', async (kind) => {
  const bytes = others.get(kind)
  await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format')
  await expect(store.add(uploadedPicture(bytes!))).rejects.toMatchObject({
    code: 'unsupported-media',
  })
})

test('a removed picture has no file left, and no other picture is touched', async () => {
  const [mine, other] = [
    await store.add(uploadedPicture(await photo.clone().modulate({ hue: 90 }).png().toBuffer())),
    await store.add(uploadedPicture(await photo.clone().modulate({ hue: 180 }).png().toBuffer())),
  ]
  const hash = String(/[0-9a-f]{32}/.exec(mine))
  const filesOf = () => readdirSync(folder).filter((name) => name.startsWith(hash))
  const others = readdirSync(folder).length - filesOf().length
  expect(filesOf()).toHaveLength(6)
  for (const address of [mine, mine, '/images/../secrets.json', 'https://else.example/a.webp']) {
    await store.remove(address)
  }
  expect(filesOf()).toEqual([])
  expect(readdirSync(folder)).toHaveLength(others)
  expect(readdirSync(folder)).toContain(other.replace('/images/', ''))
})
