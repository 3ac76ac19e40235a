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

test('with nothing set pictures lie on disk', () => {
  expect(readImageSettings({}, true)).toEqual({ images: { kind: 'disk' }, faults: [] })
})

test('a bucket is at AWS, in its region, unless an endpoint is named', () => {
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

test('the address of a hosted service holds its key, and where its pictures are is set', () => {
  expect(readImageSettings(hosted, true)).toEqual({
    images: {
      kind: 'hosted',
      uploadUrl: 'https://host.example/1/upload?key=k',
      publicUrl: 'https://pictures.example',
    },
    faults: [],
  })
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
])('a half configured store is refused with all it lacks: %s', (_, given, faults) => {
  for (const production of [true, false]) expect(faultsOf(given, production)).toEqual(faults)
})

test('every setting that is malformed is named at once, and no value', () => {
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
])('a store cannot be at %s', (IMAGES_URL) => {
  const faults = faultsOf({ ...s3, IMAGES_PUBLIC_URL: 'https://cdn.example', IMAGES_URL })
  expect(faults.some((fault) => fault.startsWith('IMAGES_URL: must be '))).toBe(true)
})

test('credentials for a service that takes none are refused, since a bucket was meant', () => {
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

test('in production neither a service’s key nor a picture travels without TLS', () => {
  const plain = { ...hosted, IMAGES_URL: 'http://host.example/upload?key=k' }
  expect(faultsOf(plain)).toEqual(['IMAGES_URL must be https'])
  expect(faultsOf(plain, false)).toEqual([])
  const unsafe = { ...s3, IMAGES_PUBLIC_URL: 'http://cdn.example' }
  expect(faultsOf(unsafe)).toEqual(['IMAGES_PUBLIC_URL must be https'])
  expect(faultsOf(unsafe, false)).toEqual([])
})
