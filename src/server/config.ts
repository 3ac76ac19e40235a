import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'jose'
import * as z from 'zod/mini'
import { readImageSettings } from './image-settings.ts'
import type { ImageSettings } from './image-settings.ts'
import { settingFaults } from './setting-faults.ts'

const address = z
  .string()
  .check(
    z.refine(
      (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
      'must be an http(s) address',
    ),
  )
const origin = address.check(z.overwrite((value) => value.replace(/\/+$/, '')))
const port = z.coerce.number('must be a port').check(z.int(), z.gte(0), z.lte(65_535))
const whole = z.coerce.number('must be a whole number').check(z.int(), z.gte(1))
const emails = z.pipe(
  z.string(),
  z.transform((value) =>
    value
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
)
const hosts = z.pipe(
  z.string(),
  z.transform((value) =>
    value
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
)

const proxies = hosts.check(
  z.refine(
    (value) => value.every(isNetwork),
    'must be addresses or networks (10.0.0.0/8), or loopback, linklocal, uniquelocal',
  ),
)

const keyList = z.pipe(
  z.string().check(z.refine(isKeyList, 'must be a list of keys as JWKs (ES256)')),
  z.transform((value) => JSON.parse(value) as JWK[]),
)

/** Settings with a default everywhere; `.env.example` explains each. */
const General = z.object({
  /** A misspelt 'production' must not open a shop with the sandbox's keys. */
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), '0.0.0.0'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.string()),
  DATABASE_POOL: z._default(whole, 10),
  PUBLIC_URL: z.optional(origin),
  ADMIN_EMAILS: z._default(emails, []),
  TOKEN_PREVIOUS_KEYS: z._default(keyList, []),
  ORDER_HOLD_MINUTES: z._default(z.coerce.number().check(z.gt(0), z.lte(43_200)), 60),
  SWEEP_SECONDS: z._default(z.coerce.number().check(z.gt(0), z.lte(3_600)), 5),
  DEV: z._default(z.stringbool(), false),
  DEMO_CATALOGUE: z._default(z.enum(['on', 'off']), 'on'),
  IMAGE_HOSTS: z._default(hosts, []),
  TRUSTED_PROXIES: z._default(proxies, []),
  DRAIN_SECONDS: z.optional(z.coerce.number().check(z.gte(0), z.lte(15))),
  CALLS_AT_ONCE: z._default(whole, 60),
  LIMITS: z._default(z.enum(['on', 'off']), 'on'),
  LOG_LEVEL: z.optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])),
  SANDBOX: z._default(z.enum(['on', 'off']), 'on'),
  SANDBOX_PORT: z._default(port, 3001),
  SANDBOX_SMTP_PORT: z.optional(port),
})

/** Secrets and outside services. Unset outside production, they are the sandbox's or made once and kept. */
const Outside = z.object({
  STRIPE_SECRET_KEY: z.string(),
  STRIPE_PUBLISHABLE_KEY: z.string(),
  STRIPE_WEBHOOK_SECRET: z.string(),
  STRIPE_API_URL: z.optional(origin),
  STRIPE_JS_URL: z.optional(address),
  SMTP_URL: z.string(),
  MAIL_FROM: z.string(),
  IDENTITY_SECRET: z.string().check(z.minLength(32, 'must have 32 characters or more')),
  TOKEN_PRIVATE_KEY: z
    .string()
    .check(z.refine(isPrivateKey, 'must be a private key as a JWK (ES256)')),
  GOOGLE_ISSUER: z.optional(origin),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
})

const Environment = z.extend(General, Outside.shape)
type Environment = z.infer<typeof Environment>

export type Config = Omit<
  Environment,
  'PUBLIC_URL' | 'DATA_DIR' | 'LOG_LEVEL' | 'DRAIN_SECONDS'
> & {
  PUBLIC_URL: string
  LOG_LEVEL: NonNullable<Environment['LOG_LEVEL']>
  DRAIN_SECONDS: number
  DATA_DIR: string
  images: ImageSettings
  production: boolean
}

function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function isPrivateKey(value: string): boolean {
  const jwk = parsed(value) as JWK | null
  return isPublicKey(jwk) && typeof jwk?.d === 'string'
}

function isKeyList(value: string): boolean {
  const keys = parsed(value)
  return Array.isArray(keys) && keys.every(isPublicKey)
}

const isPublicKey = (jwk: JWK | null) =>
  jwk?.crv === 'P-256' && typeof jwk.x === 'string' && typeof jwk.y === 'string'

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** The settings are not usable; `faults` names every one that is wrong. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The settings need attention:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** Reads the environment once. Throws a {@link ConfigError} that lists all faults at once. */
export async function loadConfig(env: NodeJS.ProcessEnv): Promise<Config> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const production = given['NODE_ENV'] === 'production'
  const general = General.safeParse(given)
  const defaults = production || !general.success ? {} : await developmentDefaults(general.data)

  const parsed = Environment.safeParse({ ...defaults, ...given })
  // Without the defaults everything would be missing that needs no setting outside production.
  const { error } = production || general.success ? parsed : general
  const { images, faults: imageFaults } = readImageSettings(given, production)
  const faults = [...settingFaults(error, given), ...imageFaults]
  if (production) {
    if (!given['DATABASE_URL']) faults.push('DATABASE_URL is missing')
    if (general.data?.DEV) faults.push('DEV is for development')
    if (!given['PUBLIC_URL']) faults.push('PUBLIC_URL is missing')
    else if (!given['PUBLIC_URL'].startsWith('https:')) faults.push('PUBLIC_URL must be https')
    if (general.data?.LIMITS === 'off') faults.push('LIMITS=off is for development')
    for (const name of Object.keys(Outside.shape)) {
      if (/sandbox/.test(given[name] ?? '')) faults.push(`${name} belongs to the sandbox`)
    }
  }
  if (!parsed.success || !images || faults.length > 0) throw new ConfigError(faults)

  return {
    ...parsed.data,
    PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}`,
    DATA_DIR: resolve(parsed.data.DATA_DIR),
    images,
    // Refused logins and calls, which belong into the log of a real shop, are at `info`.
    DRAIN_SECONDS: parsed.data.DRAIN_SECONDS ?? (production ? 5 : 0),
    LOG_LEVEL: parsed.data.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    production,
  }
}

async function developmentDefaults(general: z.infer<typeof General>) {
  const { SANDBOX, SANDBOX_PORT, DATA_DIR } = general
  const sandbox = `http://localhost:${SANDBOX_PORT}`
  return {
    ...(await keptSecrets(resolve(DATA_DIR))),
    MAIL_FROM: 'Auto Parts <shop@autoparts.example>',
    SMTP_URL: `smtp://localhost:${general.SANDBOX_SMTP_PORT ?? SANDBOX_PORT + 1}`,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    ...(SANDBOX === 'on' && {
      STRIPE_API_URL: sandbox,
      STRIPE_JS_URL: `${sandbox}/stripe.js`,
      GOOGLE_ISSUER: `${sandbox}/google`,
      GOOGLE_CLIENT_ID: 'auto-parts-sandbox',
      GOOGLE_CLIENT_SECRET: 'auto-parts-sandbox-secret',
    }),
  }
}

/** Secrets that must survive a restart, made at the first start and readable by the owner alone. */
async function keptSecrets(dataDir: string) {
  const file = join(dataDir, 'secrets.json')
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  mkdirSync(dataDir, { recursive: true })
  try {
    return read()
  } catch {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const secrets = {
      IDENTITY_SECRET: randomBytes(32).toString('base64url'),
      TOKEN_PRIVATE_KEY: JSON.stringify(await exportJWK(privateKey)),
    }
    try {
      writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600, flag: 'wx' })
      return secrets
    } catch {
      return read() // another start was faster
    }
  }
}
