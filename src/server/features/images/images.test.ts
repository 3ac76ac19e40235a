import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { uploadPath } from './upload-files.ts'

let shop: TestShop
let mia: TestUser
beforeAll(async () => {
  shop = await openShop()
  mia = await shop.signIn()
})
afterAll(() => shop.close())

const photo = (width = 1600, height = 1200) =>
  sharp({ create: { width, height, channels: 3, background: '#b3261e' } })

async function upload(
  bytes: Buffer,
  {
    field = 'image',
    type = 'image/jpeg',
    key,
    by = mia,
  }: { field?: string; type?: string; key?: string; by?: TestUser } = {},
) {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), 'part.jpg')
  const request = new Request('http://shop', { method: 'POST', body: form })
  return shop.app.inject({
    method: 'POST',
    url: '/api/images',
    headers: {
      authorization: `Bearer ${by.token}`,
      'content-type': String(request.headers.get('content-type')),
      ...(key && { 'idempotency-key': key }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

const stored = async (url: string) => {
  const file = await shop.parts.imageStore.open(url.replace('/images/', ''))
  if (!file || 'address' in file) throw new Error(`${url} is not on disk`)
  return buffer(file.stream)
}

/** @shows row-61 */
test('a photograph becomes AVIF and WebP in three widths, without location and camera data', async () => {
  const jpeg = await photo()
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
  const answer = (await upload(jpeg)).json()
  expect(answer.success).toBe(true)
  const { url } = answer.data
  for (const width of [1280, 640, 320]) {
    for (const kind of ['avif', 'webp']) {
      const bytes = await stored(url.replace('1280.webp', `${width}.${kind}`))
      const mediaType = `image/${kind}`
      expect(await sharp(bytes).metadata()).toMatchObject({ mediaType, width })
      expect(bytes.includes('secret place')).toBe(false)
    }
  }
})

/** @shows asvs-5.3.2 */
test('equal pictures have one address, different pictures have different ones', async () => {
  const [first, again, other] = [
    await upload(await photo().png().toBuffer()),
    await upload(await photo().png().toBuffer()),
    await upload(await photo(800, 600).png().toBuffer()),
  ]
  expect(again.json()).toEqual(first.json())
  expect(other.json().data.url).not.toBe(first.json().data.url)
})

test('a picture uploaded twice at the same time is stored once', async () => {
  const bytes = await photo(40, 40).png().toBuffer()
  for (let time = 0; time < 20; time += 1) {
    const both = await Promise.all([upload(bytes), upload(bytes)])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  }
})

test('an idempotency key replays the first upload and refuses another picture', async () => {
  const [key, bytes] = [randomUUID(), await photo(40, 40).png().toBuffer()]
  const [first, again] = [await upload(bytes, { key }), await upload(bytes, { key })]
  expect([first.statusCode, again.statusCode]).toEqual([200, 200])
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.json()).toEqual(first.json())
  const other = await upload(await photo(41, 40).png().toBuffer(), { key })
  expect([other.statusCode, other.json().code]).toEqual([422, 'key-reused'])
})

/** @shows asvs-1.3.4, asvs-5.2.2 */
test.each([
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['a page', Buffer.from('GIF89a<html><script>alert(1)</script></html>')],
  ['nothing', Buffer.alloc(0)],
])('%s instead of a photograph is refused', async (_, bytes) => {
  const answer = await upload(bytes)
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported-media'])
  expect(answer.json().success).toBeUndefined()
})

/** @shows asvs-5.2.1, asvs-15.2.2 */
test('truncated pictures and pictures with too many pixels are refused', async () => {
  const jpeg = await photo().jpeg().toBuffer()
  expect((await upload(jpeg.subarray(0, jpeg.length / 2))).statusCode).toBe(415)
  const bomb = await photo(8000, 8000).png().toBuffer()
  expect((await upload(bomb)).statusCode).toBe(415)
})

test('a picture that takes too long times out and frees its slot', async () => {
  const bytes = await photo().jpeg().toBuffer()
  // The shortest time that the library knows is enough for what the shop lets in.
  const slow = vi.spyOn(sharp.prototype, 'toBuffer')
  const limited = vi.spyOn(sharp.prototype, 'timeout')
  slow.mockRejectedValue(new Error('timeout: 88% complete'))
  for (let count = 0; count < 3; count += 1) {
    const answer = await upload(bytes)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  }
  expect(limited).toHaveBeenCalledTimes(3)
  vi.restoreAllMocks()
  expect((await upload(bytes)).statusCode).toBe(200)
})

/** @shows P11, asvs-15.2.2 */
test('an account uploads two pictures at a time, and keeps no admin waiting', async () => {
  const jpeg = await photo(40, 30).jpeg().toBuffer()
  const { host, port } = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }))
  const answers: string[] = []
  const slow = Array.from({ length: 4 }, () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.on('data', (bytes) => answers.push(String(bytes).slice(0, 12)))
    const headers = [
      `host: ${host}`,
      `authorization: Bearer ${mia.token}`,
      'content-type: multipart/form-data; boundary=x',
      'content-length: 1000',
    ]
    socket.write(`POST /api/images HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n--x\r\n`)
    return socket
  })
  await expect.poll(() => answers).toEqual(['HTTP/1.1 429', 'HTTP/1.1 429'])
  const ada = await shop.signIn({ name: 'Ada', isAdmin: true })
  expect((await upload(jpeg, { by: ada })).statusCode).toBe(200)
  for (const socket of slow) socket.destroy()
  await expect.poll(async () => (await upload(jpeg)).statusCode).toBe(200)
})

/** @shows asvs-5.2.1 */
test('a file of more than 8 MB is refused by its size', async () => {
  expect((await upload(Buffer.alloc(9 * 1024 * 1024))).statusCode).toBe(413)
})

function newTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'auto-parts-uploads-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  return folder
}

/** @shows row-61, P11 */
test('no temporary file is left of an upload, stored or refused', async () => {
  const folder = newTemporaryFolder()
  expect((await upload(await photo(40, 30).jpeg().toBuffer())).statusCode).toBe(200)
  expect((await upload(Buffer.from('<svg/>'))).statusCode).toBe(415)
  expect((await upload(Buffer.alloc(9 * 1024 * 1024))).statusCode).toBe(413)
  expect(readdirSync(folder)).toEqual([])
})

/** @shows row-61 */
test('a start removes the pictures of uploads whose node was killed', async () => {
  const folder = newTemporaryFolder()
  const [running, killed, foreign] = [uploadPath(), uploadPath(), join(folder, 'picture')]
  for (const path of [running, killed, foreign]) writeFileSync(path, 'picture')
  const longAgo = new Date(Date.now() - 2 * 60 * 60_000)
  for (const path of [killed, foreign]) utimesSync(path, longAgo, longAgo)
  const next = await openShop()
  onTestFinished(() => next.close())
  await expect.poll(() => existsSync(killed)).toBe(false)
  expect([running, foreign].filter((path) => existsSync(path))).toEqual([running, foreign])
})

const post = (url: string, type: string, payload: string) =>
  shop.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${mia.token}`, 'content-type': type },
    payload,
  })

test('truncated and malformed forms are refused as unreadable', async () => {
  const disposition = 'Content-Disposition: form-data; name="image"; filename="part.jpg"'
  const early = `--x\r\n${disposition}\r\n\r\nabc`
  const cut = await post('/api/images', 'multipart/form-data; boundary=x', early)
  const none = await post('/api/images', 'multipart/form-data', 'abc')
  expect([cut.statusCode, none.statusCode]).toEqual([400, 400])
})

/** @shows asvs-3.5.2 */
test('other calls refuse forms', async () => {
  const answer = await post('/api/order', 'multipart/form-data; boundary=x', '--x--\r\n')
  expect(answer.statusCode).toBe(415)
})

/** @shows row-61 */
test('a picture in the wrong field is refused with the name of the right one', async () => {
  const answer = await upload(await photo().jpeg().toBuffer(), { field: 'photo' })
  expect(answer.json().errors).toEqual([
    { field: 'image', message: 'The field image must contain a picture' },
  ])
})
