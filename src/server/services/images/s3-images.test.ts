import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startS3StandIn } from '../../testing/stand-ins/s3.ts'
import type { S3StandIn } from '../../testing/stand-ins/s3.ts'
import { createImageStore } from './image-store.ts'
import type { ImageStore } from './image-store.ts'
import { createS3Images } from './s3-images.ts'
import { uploadedPicture } from '../../testing/uploaded-picture.ts'

const region = 'eu-central-2'
const folder = mkdtempSync(join(tmpdir(), 'auto-parts-s3-'))
let s3: S3StandIn
beforeAll(async () => {
  s3 = await startS3StandIn({ accessKey: 'key', secret: 'the secret', region })
})
afterEach(() => {
  vi.useRealTimers()
  s3.recover()
})
afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true })
})

const failures: unknown[] = []

function openStore({ secret = 'the secret', url = s3.url, publicUrl = '' } = {}): ImageStore {
  failures.length = 0
  const settings = {
    kind: 's3',
    folder: `${url}/parts.shop/pictures`,
    region,
    accessKeyId: 'key',
    secretAccessKey: secret,
    publicUrl: publicUrl || undefined,
  } as const
  return createImageStore(
    folder,
    createS3Images(settings, (error) => failures.push(error)),
  )
}

let shade = 0
const photo = () => {
  const background = { r: (shade += 1), g: 90, b: 30 }
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .jpeg()
    .toBuffer()
}
const name = (letter: string) => `${letter.repeat(32)}.webp`
const pathOf = (file: string) => `/parts.shop/pictures/${file}`
const put = (file: string, bytes: Buffer) =>
  s3.objects.set(pathOf(file), { bytes, type: undefined, cacheControl: undefined })

async function read(store: ImageStore, file: string) {
  const found = await store.open(file)
  if (!found || 'address' in found) throw new Error(`${file} is not read out`)
  return found
}

const unavailable = { code: 'unavailable', extra: { headers: { 'retry-after': '5' } } }
const refusalOf = (asked: Promise<unknown>) => asked.catch((error: unknown) => error)

test('a picture is stored in three widths as AVIF and WebP with a public cache header', async () => {
  const address = await openStore().add(uploadedPicture(await photo()))
  expect(address).toMatch(/^\/images\/[0-9a-f]{32}-1280\.webp$/)
  const file = address.replace('/images/', '')
  const cacheControl = 'public, max-age=31536000, immutable'
  for (const width of [1280, 640, 320]) {
    for (const format of ['webp', 'avif']) {
      const type = `image/${format}`
      const kept = s3.objects.get(pathOf(file.replace('-1280.webp', `-${width}.${format}`)))!
      expect(await sharp(kept.bytes).metadata()).toMatchObject({ mediaType: type, width })
      expect(kept).toMatchObject({ type, cacheControl })
    }
  }
})

test('a stored picture is served unchanged, a missing one is not found', async () => {
  const store = openStore()
  const file = (await store.add(uploadedPicture(await photo()))).replace('/images/', '')
  const { size, stream } = await read(store, file)
  const bytes = await buffer(stream)
  expect(bytes.equals(s3.objects.get(pathOf(file))!.bytes)).toBe(true)
  expect(size).toBe(bytes.length)
  expect(await store.open(name('0'))).toBeUndefined()
})

test('an invalid name never reaches the store', async () => {
  const store = openStore()
  const before = s3.requests
  for (const other of ['secrets.json', '../other/x.webp', `${name('a')}?acl`, '']) {
    expect(await store.open(other)).toBeUndefined()
  }
  expect(s3.requests).toBe(before)
})

test('pictures on disk from before keep their address, without a request to the store', async () => {
  writeFileSync(join(folder, name('d')), 'from before')
  const before = s3.requests
  for (const store of [openStore(), openStore({ publicUrl: 'https://cdn.example' })]) {
    const { stream } = await read(store, name('d'))
    expect(String(await buffer(stream))).toBe('from before')
  }
  expect(s3.requests).toBe(before)
})

test('redirects browsers to a public bucket', async () => {
  const store = openStore({ publicUrl: 'https://cdn.example/pictures' })
  const address = `https://cdn.example/pictures/${name('a')}`
  expect(await store.open(name('a'))).toEqual({ address })
})

test('a wrong secret stores nothing and is reported without keys', async () => {
  const before = s3.objects.size
  const store = openStore({ secret: 'another' })
  expect(await refusalOf(store.add(uploadedPicture(await photo())))).toMatchObject(unavailable)
  expect(await refusalOf(store.open(name('a')))).toMatchObject(unavailable)
  expect(s3.objects.size).toBe(before)
  expect(failures.map(String)).toEqual(
    Array(2).fill('Error: The image store responded with 403 SignatureDoesNotMatch'),
  )
})

test('a failure between the widths leaves no file at the picture’s address', async () => {
  const before = [...s3.objects.keys()]
  const written: string[] = []
  s3.fail((request, response) => {
    const isSecond = written.length === 1 && written[0] !== request.url
    if (!isSecond) written.push(request.url!)
    request.resume().on('end', () => response.writeHead(isSecond ? 500 : 200).end())
  })
  expect(await refusalOf(openStore().add(uploadedPicture(await photo())))).toMatchObject(
    unavailable,
  )
  expect(written).toEqual([expect.stringMatching(/-320\.avif$/)])
  expect([...s3.objects.keys()]).toEqual(before)
})

test('a temporary failure of the store is retried', async () => {
  const store = openStore()
  put(name('b'), Buffer.from('picture'))
  s3.fail((_, response) => {
    s3.recover()
    response.writeHead(503).end()
  })
  const { stream } = await read(store, name('b'))
  expect(String(await buffer(stream))).toBe('picture')
})

test('the circuit breaker opens after five failures of the store', async () => {
  const gone = await startS3StandIn({ accessKey: 'key', secret: 'the secret', region })
  await gone.close()
  const store = openStore({ url: gone.url })
  for (let call = 0; call < 8; call += 1) {
    expect(await refusalOf(store.open(name('a')))).toMatchObject(unavailable)
  }
  expect(failures).toHaveLength(5)
})

/** Resolves when the store has received a request without a response. */
const held = () =>
  new Promise<ServerResponse>((resolve) => {
    s3.fail((request, response) => {
      request.resume()
      resolve(response)
    })
  })

test.each([
  ['kept', async (store: ImageStore) => store.add(uploadedPicture(await photo()))],
  ['read', (store: ImageStore) => store.open(name('a'))],
])('times out after eight seconds while a picture is %s', async (_, ask) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = held()
  const refusal = refusalOf(ask(openStore()))
  const response = await asked
  const left = once(response, 'close')
  await vi.advanceTimersByTimeAsync(7_999)
  expect(failures).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(await refusal).toMatchObject(unavailable)
  await left
})

/** A picture whose first bytes have arrived, and the store's response. */
async function readInPart() {
  const asked = held()
  const reading = read(openStore(), name('a'))
  const response = await asked
  response.writeHead(200, { 'content-length': 100 }).write('the beginning')
  return { ...(await reading), response }
}

test('times out after eight seconds within a picture', async () => {
  const { stream } = await readInPart()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const parts = stream[Symbol.asyncIterator]()
  expect(String((await parts.next()).value)).toBe('the beginning')
  const rest = refusalOf(parts.next())
  await vi.advanceTimersByTimeAsync(8_000)
  expect(String(await rest)).toContain('timed out')
})

test('a client that disconnects aborts the transfer from the store', async () => {
  const { stream, response } = await readInPart()
  const left = once(response, 'close')
  for await (const _ of stream) break
  await left
})

test('streams a picture of any size without buffering it', async () => {
  const [chunk, chunks] = [Buffer.alloc(1024 * 1024), 128]
  const sent: number[] = []
  const source = async function* (transfer: number) {
    for (let count = 1; count <= chunks; count += 1) {
      sent[transfer] = count
      yield chunk
    }
  }
  s3.fail((_, response) => Readable.from(source(sent.push(0) - 1)).pipe(response))

  const store = openStore()
  const slow = (await read(store, name('a'))).stream[Symbol.asyncIterator]()
  await slow.next()
  // While one is read slowly, another passes completely.
  let received = 0
  for await (const part of (await read(store, name('b'))).stream) received += part.length
  expect(received).toBe(chunks * chunk.length)
  expect(sent[1]).toBe(chunks)
  expect(sent[0]).toBeLessThan(chunks / 4)
  await slow.return?.()
})

test('a picture is removed from the bucket in all widths', async () => {
  const store = openStore()
  const address = await store.add(uploadedPicture(await photo()))
  const hash = String(/[0-9a-f]{32}/.exec(address))
  const stored = () => [...s3.objects.keys()].filter((key) => key.includes(hash))
  expect(stored()).toHaveLength(6)
  await store.remove(address)
  expect(stored()).toEqual([])
  s3.fail((_, response) => void response.writeHead(403).end('<Code>AccessDenied</Code>'))
  await expect(store.remove(address)).rejects.toMatchObject({ code: 'unavailable' })
})
