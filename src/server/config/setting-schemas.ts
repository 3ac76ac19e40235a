import { isIP } from 'node:net'
import type { JWK } from 'jose'
import * as z from 'zod/mini'
import { dollars } from '#contract/shared/fields.ts'

/** Schemas of single settings, each with the message for an invalid value. */

const text = (isRight: (value: string) => boolean, fault: string) =>
  z.string().check(z.refine(isRight, fault))

const withScheme = (scheme: RegExp, fault: string) =>
  text((value) => URL.canParse(value) && scheme.test(value), fault)

export const address = withScheme(/^https?:/i, 'must be an http(s) address')
export const origin = address.check(z.overwrite((value) => value.replace(/\/+$/, '')))
/** The shop's public URL: pages, links and cookies expect the root of a host. */
export const publicOrigin = address
  .check(z.refine(isTopOfHost, 'must be an address without a path, such as https://parts.example'))
  .check(z.overwrite((value) => value.replace(/\/+$/, '')))

function isTopOfHost(value: string): boolean {
  if (!address.safeParse(value).success) return true // refused by the check before
  const { href, origin: top } = new URL(value.replace(/\/+$/, ''))
  return href === `${top}/`
}

/** The host may be a parameter, as of a socket. Without it and a name the driver would open some database of this machine. */
export const databaseUrl = text(
  isDatabase,
  'must be like postgres://user:password@host:5432/shop, special characters as %40',
)

function isDatabase(value: string): boolean {
  if (!/^postgres(?:ql)?:\/\//.test(value) || !URL.canParse(value)) return false
  const { hostname, pathname, searchParams } = new URL(value)
  return hostname !== '' || searchParams.has('host') || pathname.length > 1
}

export const smtpUrl = text(
  (value) => /^smtps?:\/\//.test(value) && URL.canParse(value) && new URL(value).hostname !== '',
  'must be like smtp://user:password@host:587, special characters as %40',
)
/** The bare address in `Auto Parts <shop@example.com>`. */
export const addressIn = (value: string) =>
  /^[^<>\r\n]*<([^<>]*)>$/.exec(value.trim())?.[1] ?? value.trim()

export const sender = text(
  (value) => z.email().safeParse(addressIn(value)).success,
  'must be one email address, such as Auto Parts <shop@example.com>',
)

export const emailAddress = text(
  (value) => z.email().safeParse(value).success,
  'must be one email address',
)

export const port = z.coerce.number('must be a port').check(z.int(), z.gte(0), z.lte(65_535))
const wholeFault = 'must be a whole number from 1'
export const whole = z.coerce.number(wholeFault).check(z.int(wholeFault), z.gte(1, wholeFault))

export function wholeFrom(least: number, most: number) {
  const fault = `must be a whole number from ${least} to ${most}`
  return z.coerce.number(fault).check(z.int(fault), z.gte(least, fault), z.lte(most, fault))
}

export function fromZero(most: number) {
  const fault = `must be 0 to ${most}`
  return z.coerce.number(fault).check(z.gte(0, fault), z.lte(most, fault))
}

export function aboveZero(most: number) {
  const fault = `must be above 0 and up to ${most}`
  return z.coerce.number(fault).check(z.gt(0, fault), z.lte(most, fault))
}

/** Names that JavaScript and PostgreSQL have in common; offsets such as +05:00 mean opposites there. */
export const timeZone = text(
  (value) => /^(?:UTC|[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)+)$/.test(value) && isKnownZone(value),
  'must be a time zone, such as America/Chicago',
)

function isKnownZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

export const dollarsUpTo = (most: number) =>
  dollars(`must be dollars as 4.90, from 0 to ${most}`, { min: 0, max: most })

const words = z.pipe(
  z.string(),
  z.transform((value) =>
    value
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
)

export const emailAddresses = words.check(
  z.refine(
    // Identity providers accept addresses that our own forms refuse.
    (value) => value.every((each) => /^[^@<>]+@[^@<>]+$/.test(each)),
    'must be email addresses separated by commas',
  ),
)

// Part of the content security policy, where a quote or an asterisk has a meaning.
const pictureHost = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/
export const pictureHosts = words.check(
  z.refine(
    (value) => value.every((host) => pictureHost.test(host)),
    'must be host names without https://',
  ),
)

export const proxies = words.check(
  z.refine(
    (value) => value.every(isNetwork),
    'must be addresses or networks (10.0.0.0/8), or loopback, linklocal, uniquelocal',
  ),
)

function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

export const secret = z.string().check(z.minLength(32, 'must have 32 characters or more'))
export const privateKey = text(isPrivateKey, 'must be a private key as a JWK (ES256)')
export const keyList = z.pipe(
  text(isKeyList, 'must be a list of keys as JWKs (ES256)'),
  z.transform((value) => JSON.parse(value) as JWK[]),
)

function isPrivateKey(value: string): boolean {
  const jwk = parsed(value) as JWK | null
  return isPublicKey(jwk) && typeof jwk?.d === 'string'
}

function isKeyList(value: string): boolean {
  const keys = parsed(value)
  return Array.isArray(keys) && keys.every(isPublicKey)
}

function isPublicKey(jwk: JWK | null): boolean {
  return jwk?.crv === 'P-256' && typeof jwk.x === 'string' && typeof jwk.y === 'string'
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
