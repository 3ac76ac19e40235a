import * as z from 'zod/mini'
import { settingFaults } from './setting-errors.ts'
import type { Given } from './setting-errors.ts'

export interface S3Settings {
  kind: 's3'
  /** URL of the bucket and the folder in it, without a trailing slash. */
  folder: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Public URL of the folder; without it the shop serves the pictures. */
  publicUrl: string | undefined
}

export interface HostedSettings {
  kind: 'hosted'
  /** Contains the service's key. */
  uploadUrl: string
  publicUrl: string
}

export type ImageSettings = { kind: 'disk' } | S3Settings | HostedSettings

const address = (scheme: RegExp, message: string) =>
  z.string().check(
    z.refine((value) => URL.canParse(value) && scheme.test(value), message),
    z.overwrite((value) => value.replace(/\/+$/, '')),
  )
const anyAddress = address(/^https?:\/\//, 'must be an http(s) address')
const secureAddress = address(/^https:\/\//, 'must be an https address')

const S3 = z.object({
  IMAGES_URL: z
    .string()
    .check(
      z.regex(
        /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/\w[\w.-]*)*\/?$/,
        'must be s3://bucket or s3://bucket/folder',
      ),
    ),
  IMAGES_ACCESS_KEY: z.string(),
  IMAGES_SECRET_KEY: z.string(),
  IMAGES_REGION: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/, 'must be like eu-west-1'))),
  IMAGES_ENDPOINT: z.optional(anyAddress),
  IMAGES_PUBLIC_URL: z.optional(anyAddress),
})

const Hosted = z.object({
  IMAGES_URL: z.string().check(
    z.refine(
      (value) => URL.canParse(value) && /^https?:\/\//.test(value),
      'must be s3://bucket, or the https address that takes uploads',
    ),
    z.refine(hasItsKey, 'must be the whole address, with the key at its end'),
  ),
  IMAGES_PUBLIC_URL: secureAddress,
})

/** Whether no parameter is empty, as in an address that was copied without its key. */
function hasItsKey(value: string): boolean {
  return !URL.canParse(value) || [...new URL(value).searchParams.values()].every(Boolean)
}

/** The image store that the scheme of `IMAGES_URL` selects; `faults` names invalid settings. */
export function readImageSettings(given: Given, production: boolean) {
  const url = given['IMAGES_URL']
  if (!url) {
    const isPartial = Object.keys(S3.shape).some((name) => given[name])
    return { images: { kind: 'disk' } as const, faults: isPartial ? ['IMAGES_URL is missing'] : [] }
  }
  const { images, faults } = url.startsWith('s3:') ? readS3(given) : readHosted(given)
  for (const name of ['IMAGES_URL', 'IMAGES_PUBLIC_URL']) {
    if (production && given[name]?.startsWith('http:')) faults.push(`${name} must be https`)
  }
  return { images, faults }
}

function readS3(given: Given) {
  const { data, error } = S3.safeParse(given)
  const faults = settingFaults(error, given)
  if (!given['IMAGES_REGION'] && !given['IMAGES_ENDPOINT']) faults.push('IMAGES_REGION is missing')
  const region = data?.IMAGES_REGION ?? 'us-east-1'
  const endpoint = data?.IMAGES_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  const images = data && {
    kind: 's3' as const,
    folder: `${endpoint}/${data.IMAGES_URL.slice('s3://'.length)}`.replace(/\/$/, ''),
    region,
    accessKeyId: data.IMAGES_ACCESS_KEY,
    secretAccessKey: data.IMAGES_SECRET_KEY,
    publicUrl: data.IMAGES_PUBLIC_URL,
  }
  return { images, faults }
}

function readHosted(given: Given) {
  const { data, error } = Hosted.safeParse(given)
  const faults = settingFaults(error, given)
  for (const name of Object.keys(S3.shape)) {
    if (given[name] && !(name in Hosted.shape)) faults.push(`${name} is for s3:// only`)
  }
  const images = data && {
    kind: 'hosted' as const,
    uploadUrl: data.IMAGES_URL,
    publicUrl: data.IMAGES_PUBLIC_URL,
  }
  return { images, faults }
}
