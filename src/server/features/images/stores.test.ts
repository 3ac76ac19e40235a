import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { picturesOrigin, startImageHost } from '../../testing/stand-ins/image-host.ts'
import type { ImageHost } from '../../testing/stand-ins/image-host.ts'
import { startS3StandIn } from '../../testing/stand-ins/s3.ts'
import type { S3StandIn } from '../../testing/stand-ins/s3.ts'
import { openSite } from '../../testing/site.ts'
import type { Site } from '../../testing/site.ts'

const region = 'eu-central-2'
let s3: S3StandIn
let host: ImageHost
let sites: Record<'bucket' | 'behindCdn' | 'hosted', Site>
let form: { payload: Buffer; type: string }

beforeAll(async () => {
  s3 = await startS3StandIn({ accessKey: 'key', secret: 'the secret', region })
  host = await startImageHost('the-key')
  const bucket = {
    IMAGES_URL: 's3://parts',
    IMAGES_ACCESS_KEY: 'key',
    IMAGES_SECRET_KEY: 'the secret',
    IMAGES_REGION: region,
    IMAGES_ENDPOINT: s3.url,
  }
  sites = {
    bucket: await openSite(undefined, bucket),
    behindCdn: await openSite(undefined, {
      ...bucket,
      IMAGES_PUBLIC_URL: 'https://cdn.example/parts',
    }),
    hosted: await openSite(undefined, {
      IMAGES_URL: `${host.url}?key=the-key`,
      IMAGES_PUBLIC_URL: picturesOrigin,
    }),
  }
  const create = { width: 1600, height: 1200, channels: 3, background: '#b3261e' } as const
  const body = new FormData()
  body.append(
    'image',
    new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]),
    'a.png',
  )
  const request = new Request('http://shop', { method: 'POST', body })
  const type = request.headers.get('content-type') ?? ''
  form = { payload: Buffer.from(await request.arrayBuffer()), type }
})
afterEach(() => s3.recover())
afterAll(async () => {
  for (const site of Object.values(sites)) await site.close()
  await Promise.all([s3.close(), host.close()])
})

async function upload(site: Site) {
  const { token } = await site.signIn()
  return site.app.inject({
    method: 'POST',
    url: '/api/images',
    headers: { authorization: `Bearer ${token}`, 'content-type': form.type },
    payload: form.payload,
  })
}

const pictureSources = async (site: Site) => {
  const { headers } = await site.app.inject({ url: '/' })
  return /img-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ')
}

/** @shows asvs-3.2.1 */
test('pictures in a private bucket are served by the shop in every width, cacheable for ever', async () => {
  const { url } = (await upload(sites.bucket)).json().data
  for (const suffix of ['-1280.webp', '-640.webp', '-320.webp', '-1280.avif', '-320.avif']) {
    const { statusCode, headers, rawPayload } = await sites.bucket.app.inject({
      url: url.replace('-1280.webp', suffix),
    })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': suffix.endsWith('avif') ? 'image/avif' : 'image/webp',
      'content-length': String(rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await sharp(rawPayload).metadata()).mediaType).toBe(headers['content-type'])
  }
  expect(await pictureSources(sites.bucket)).toEqual(["'self'", 'data:', 'blob:'])
})

test('pictures at a public address keep an address of the shop that redirects there', async () => {
  const { url } = (await upload(sites.behindCdn)).json().data
  expect(url).toMatch(/^\/images\/[0-9a-f]{32}-1280\.webp$/)
  const { statusCode, headers } = await sites.behindCdn.app.inject({ url })
  expect(statusCode).toBe(302)
  expect(headers.location).toBe(`https://cdn.example/parts${url.replace('/images', '')}`)
  expect(headers['cache-control']).toBe('public, max-age=3600')
  expect(await pictureSources(sites.behindCdn)).toContain('https://cdn.example')
})

test('pictures at the hosted service keep its address, which the policy and products allow', async () => {
  const { success, data } = (await upload(sites.hosted)).json()
  expect(success).toBe(true)
  expect(data.url).toMatch(/^https:\/\/pictures\.example\//)
  expect(await pictureSources(sites.hosted)).toContain(picturesOrigin)
  const admin = await sites.hosted.signIn({ isAdmin: true })
  const part = { name: 'Door', email: admin.email, price: 10, quantity: 10, description: 'A door' }
  const { statusCode } = await sites.hosted.app.inject({
    method: 'POST',
    url: '/api/products',
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { ...part, img: data.url },
  })
  expect(statusCode).toBe(200)
})

test.each([
  ['tells no size', {}, Buffer.from('a picture')],
  ['tells the size of what it compressed', { 'content-encoding': 'gzip' }, gzipSync('a picture')],
])('a picture is served completely when a proxy of the bucket %s', async (_, headers, bytes) => {
  s3.fail((__, response) => {
    const length = 'content-encoding' in headers ? { 'content-length': bytes.length } : {}
    response.writeHead(200, { ...headers, ...length }).write(bytes)
    response.end()
  })
  const answer = await sites.bucket.app.inject({ url: `/images/${'a'.repeat(32)}.webp` })
  expect([answer.statusCode, answer.body]).toEqual([200, 'a picture'])
  expect(answer.headers['content-length']).toBeUndefined()
})

/** @shows asvs-16.5.2 */
test('uploads and pictures answer 503 with Retry-After while the bucket fails', async () => {
  s3.fail((request, response) => {
    request.resume().on('end', () => response.writeHead(500).end())
  })
  const picture = await sites.bucket.app.inject({ url: `/images/${'a'.repeat(32)}.webp` })
  for (const answer of [await upload(sites.bucket), picture]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json().code).toBe('unavailable')
  }
})
