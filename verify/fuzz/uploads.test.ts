import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { images } from '#contract/images.ts'
import { openShop } from '#server/testing/shop.ts'
import type { TestShop } from '#server/testing/shop.ts'
import { expectDeclared } from './expectations.ts'
import { sendWithinLimit } from './response-time.ts'
import { parameters, timeout } from './settings.ts'
import { hostileText, markup } from './values.ts'

let shop: TestShop
let token: string
beforeAll(async () => {
  shop = await openShop()
  ;({ token } = await shop.signIn())
})
afterAll(() => shop.close())

const photo = sharp({ create: { width: 16, height: 16, channels: 3, background: '#b3261e' } })
const pictures = [
  await photo.clone().jpeg().toBuffer(),
  await photo.clone().png().toBuffer(),
  await photo.clone().webp().toBuffer(),
]
const notPictures = [
  Buffer.alloc(0),
  await photo.clone().gif().toBuffer(),
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
  Buffer.from(`GIF89a/*${markup}*/`),
  Buffer.from('%PDF-1.7'),
  Buffer.from(`\x89PNG\r\n\x1a\n${'\0'.repeat(100)}`, 'latin1'),
]

const picture = fc.constantFrom(...pictures)
const contents = fc.oneof(
  { weight: 2, arbitrary: picture },
  { weight: 2, arbitrary: fc.constantFrom(...notPictures) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(picture, fc.nat())
      .map(([bytes, at]) => bytes.subarray(0, at % bytes.length)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(picture, fc.nat(), fc.nat(255))
      .map(([bytes, at, byte]) => bytes.with(at % bytes.length, byte)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(picture, hostileText)
      .map(([bytes, text]) => Buffer.concat([bytes, Buffer.from(text)])),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
)

/** Valid most of the time, so that usually one part is invalid and not all of them. */
const mostly = <T>(valid: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(valid) }, { weight: 1, arbitrary: other })

const name = mostly(
  'image',
  fc.oneof(fc.constantFrom('file', 'image[]', '__proto__', ''), hostileText),
)
const part = fc.record({
  name,
  filename: fc.oneof(
    fc.constantFrom('part.png', '../../x.png', 'a.svg', 'a\0.png', undefined),
    hostileText,
  ),
  type: fc.constantFrom('image/png', 'image/svg+xml', 'text/html', 'nonsense', undefined),
  contents,
})

const mostlyOne = <T>(one: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 4, arbitrary: one.map((only) => [only]) },
    { weight: 1, arbitrary: fc.array(one, { maxLength: 3 }) },
  )

const form = fc
  .record({
    parts: mostlyOne(part),
    boundary: mostly('x', fc.constantFrom('-'.repeat(70), 'other', '')),
    end: mostly('--x--\r\n', fc.constantFrom('', '--x', '--x\r\n')),
    type: mostly('multipart/form-data', fc.constantFrom('multipart/mixed', 'text/plain')),
  })
  .map(({ parts, boundary, end, type }) => ({
    headers: { 'content-type': `${type}; boundary=${boundary}` },
    payload: Buffer.concat([...parts.flatMap(bytesOf), Buffer.from(end)]),
  }))

function bytesOf({
  name,
  filename,
  type,
  contents,
}: {
  name: string
  filename: string | undefined
  type: string | undefined
  contents: Uint8Array
}) {
  const file = filename === undefined ? '' : `; filename="${filename}"`
  const kind = type ? `\r\ncontent-type: ${type}` : ''
  const head = `--x\r\ncontent-disposition: form-data; name="${name}"${file}${kind}\r\n\r\n`
  return [Buffer.from(head), contents, Buffer.from('\r\n')]
}

/** @shows asvs-5.3.2 */
test('any upload is refused or re-encoded', { timeout }, async () => {
  const property = fc.asyncProperty(form, async ({ headers, payload }) => {
    const request = {
      method: 'POST',
      url: '/api/images',
      headers: { ...headers, authorization: `Bearer ${token}` },
      payload,
    } as const
    const response = await sendWithinLimit(request, () => shop.app.inject(request))
    expectDeclared(images.upload, response)
    if (response.statusCode !== 200) return
    expect(response.json().data.url).toMatch(/^\/images\/[0-9a-f]{32}-1280\.webp$/)
  })
  await fc.assert(property, parameters())
})
