import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { picturesOrigin, startImageHost } from '../../testing/stand-ins/image-host.ts'
import type { ImageHost } from '../../testing/stand-ins/image-host.ts'
import { createHostedImages } from './hosted-images.ts'
import { createImageStore } from './image-store.ts'
import { uploadedPicture } from '../../testing/uploaded-picture.ts'

const folder = mkdtempSync(join(tmpdir(), 'auto-parts-hosted-'))
let host: ImageHost
let photo: Buffer
beforeAll(async () => {
  host = await startImageHost('the-key')
  const create = { width: 1600, height: 1200, channels: 3, background: '#b3261e' } as const
  photo = await sharp({ create })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
})
afterEach(() => {
  vi.useRealTimers()
  host.fail(undefined)
})
afterAll(async () => {
  await host.close()
  rmSync(folder, { recursive: true })
})

const failures: unknown[] = []

function openStore({ key = 'the-key', url = host.url } = {}) {
  failures.length = 0
  const uploadUrl = `${url}?key=${key}`
  const settings = { kind: 'hosted', uploadUrl, publicUrl: picturesOrigin } as const
  return createImageStore(
    folder,
    createHostedImages(settings, (error) => failures.push(error)),
  )
}

const unavailable = { code: 'unavailable', extra: { headers: { 'retry-after': '5' } } }
const refusalOf = (asked: Promise<unknown>) => asked.catch((error: unknown) => error)

/** @shows row-61 */
test('uploads the widest re-encoded picture and returns the service’s address', async () => {
  const address = await openStore().add(uploadedPicture(photo))
  expect(address).toMatch(/^https:\/\/pictures\.example\/0\/[0-9a-f]{32}-1280\.webp$/)
  const [{ type, bytes } = { type: '', bytes: Buffer.alloc(0) }] = host.kept
  expect(type).toBe('image/webp')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1280 })
  expect(bytes.includes('secret place')).toBe(false)
})

test('pictures on disk from before keep their address', async () => {
  writeFileSync(join(folder, `${'d'.repeat(32)}.webp`), 'from before')
  expect(await openStore().open(`${'d'.repeat(32)}.webp`)).toMatchObject({ size: 11 })
  expect(await openStore().open(`${'e'.repeat(32)}.webp`)).toBeUndefined()
})

test('a wrong key stores nothing and is not logged', async () => {
  const before = host.kept.length
  expect(
    await refusalOf(openStore({ key: 'wrong-key' }).add(uploadedPicture(photo))),
  ).toMatchObject(unavailable)
  expect(host.kept.length).toBe(before)
  expect(failures.map(String)).toEqual(['Error: The service responded with 400'])
})

const data = (url: string) => JSON.stringify({ success: true, data: { url } })

test.each<[string, (url: string) => { status: number; body: string }]>([
  ['that it failed', (url) => ({ status: 200, body: data(url).replace('true', 'false') })],
  ['nothing of an address', () => ({ status: 200, body: '{"success":true,"data":{}}' })],
  ['something that is not JSON', () => ({ status: 200, body: '<html>' })],
  ['an error', (url) => ({ status: 500, body: data(url) })],
  ['where to go instead', () => ({ status: 302, body: '' })],
  ['an address elsewhere', () => ({ status: 200, body: data('https://other.example/a.webp') })],
  ['an address without TLS', (url) => ({ status: 200, body: data(url.replace('https', 'http')) })],
])('a response of %s is a failed upload', async (_, answer) => {
  host.fail(answer)
  expect(await refusalOf(openStore().add(uploadedPicture(photo)))).toMatchObject(unavailable)
  expect(failures).toHaveLength(1)
})

test('an upload times out after eight seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const asked = once(silent, 'request')
  const { port } = silent.address() as AddressInfo
  const refusal = refusalOf(
    openStore({ url: `http://127.0.0.1:${port}` }).add(uploadedPicture(photo)),
  )
  await asked
  await vi.advanceTimersByTimeAsync(7_999)
  expect(failures).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(await refusal).toMatchObject(unavailable)
  silent.closeAllConnections()
  silent.close()
})
