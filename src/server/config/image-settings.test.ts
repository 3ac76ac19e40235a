import { expect, test } from 'vitest'
import { readImageSettings } from './image-settings.ts'

const s3 = {
  IMAGES_URL: 's3://parts.shop/pictures/',
  IMAGES_ACCESS_KEY: 'key',
  IMAGES_SECRET_KEY: 'secret',
  IMAGES_REGION: 'eu-central-2',
}
const hosted = {
  IMAGES_URL: 'https://host.example/1/upload?key=k',
  IMAGES_PUBLIC_URL: 'https://pictures.example/',
}
const faultsOf = (given: Record<string, string>, production = true) =>
  readImageSettings(given, production).faults

test('pictures are stored on disk by default', () => {
  expect(readImageSettings({}, true)).toEqual({ images: { kind: 'disk' }, faults: [] })
})

test('a bucket is at AWS unless an endpoint is set', () => {
  expect(readImageSettings(s3, true).images).toEqual({
    kind: 's3',
    folder: 'https://s3.eu-central-2.amazonaws.com/parts.shop/pictures',
    region: 'eu-central-2',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    publicUrl: undefined,
  })
  const { IMAGES_REGION: _, ...rest } = s3
  const elsewhere = { ...rest, IMAGES_URL: 's3://shop', IMAGES_ENDPOINT: 'http://minio:9000/' }
  expect(readImageSettings(elsewhere, true)).toMatchObject({
    images: { folder: 'http://minio:9000/shop', region: 'us-east-1' },
    faults: [],
  })
})

test('a hosted store has upload and public URLs', () => {
  expect(readImageSettings(hosted, true)).toEqual({
    images: {
      kind: 'hosted',
      uploadUrl: 'https://host.example/1/upload?key=k',
      publicUrl: 'https://pictures.example',
    },
    faults: [],
  })
})

test('an address for uploads without its key is refused', () => {
  expect(faultsOf({ ...hosted, IMAGES_URL: 'https://host.example/1/upload?key=' })).toEqual([
    'IMAGES_URL: must be the whole address, with the key at its end',
  ])
})

test.each([
  [
    's3://shop',
    { IMAGES_URL: 's3://shop' },
    ['IMAGES_ACCESS_KEY is missing', 'IMAGES_SECRET_KEY is missing', 'IMAGES_REGION is missing'],
  ],
  ['a hosted service', { IMAGES_URL: hosted.IMAGES_URL }, ['IMAGES_PUBLIC_URL is missing']],
  ['a secret alone', { IMAGES_SECRET_KEY: 'secret' }, ['IMAGES_URL is missing']],
  ['a region alone', { IMAGES_REGION: 'eu-west-1' }, ['IMAGES_URL is missing']],
])('names what an incomplete store lacks: %s', (_, given, faults) => {
  for (const production of [true, false]) expect(faultsOf(given, production)).toEqual(faults)
})

test('names malformed settings, never their values', () => {
  const wrong = {
    IMAGES_URL: 's3://Shop',
    IMAGES_SECRET_KEY: 'secret',
    IMAGES_REGION: 'Europe',
    IMAGES_ENDPOINT: 'minio:9000',
    IMAGES_PUBLIC_URL: 'cdn.example',
  }
  const faults = faultsOf(wrong)
  expect(new Set(faults.map((fault) => fault.split(/:? /)[0]))).toEqual(
    new Set(['IMAGES_ACCESS_KEY', ...Object.keys(wrong).filter((name) => !/SECRET/.test(name))]),
  )
  expect(faults.join()).not.toContain('secret')
})

test.each([
  'shop',
  'ftp://shop',
  's3://',
  's3://shop/../other',
  's3:shop',
  'https://',
  's3://shop?x',
])('refuses the store URL %s', (IMAGES_URL) => {
  const faults = faultsOf({ ...s3, IMAGES_PUBLIC_URL: 'https://cdn.example', IMAGES_URL })
  expect(faults.some((fault) => fault.startsWith('IMAGES_URL: must be '))).toBe(true)
})

test('credentials for a hosted store are refused', () => {
  const given = {
    ...s3,
    IMAGES_URL: 'https://s3.example/bucket',
    IMAGES_PUBLIC_URL: 'https://x.example',
  }
  expect(faultsOf(given)).toEqual([
    'IMAGES_ACCESS_KEY is for s3:// only',
    'IMAGES_SECRET_KEY is for s3:// only',
    'IMAGES_REGION is for s3:// only',
  ])
})

test('production requires TLS for image stores', () => {
  const plain = { ...hosted, IMAGES_URL: 'http://host.example/upload?key=k' }
  expect(faultsOf(plain)).toEqual(['IMAGES_URL must be https'])
  expect(faultsOf(plain, false)).toEqual([])
  const unsafe = { ...s3, IMAGES_PUBLIC_URL: 'http://cdn.example' }
  expect(faultsOf(unsafe)).toEqual(['IMAGES_PUBLIC_URL must be https'])
  expect(faultsOf(unsafe, false)).toEqual([])
})
