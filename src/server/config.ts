import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import * as z from 'zod/mini'

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
  ORDER_HOLD_MINUTES: z._default(z.coerce.number().check(z.gt(0), z.lte(43_200)), 60),
  SWEEP_SECONDS: z._default(z.coerce.number().check(z.gt(0), z.lte(3_600)), 5),
  DEV: z._default(z.stringbool(), false),
  DEMO_CATALOGUE: z._default(z.enum(['on', 'off']), 'on'),
  IMAGE_HOSTS: z._default(hosts, []),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'warn'),
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

export type Config = Omit<Environment, 'PUBLIC_URL' | 'DATA_DIR'> & {
  PUBLIC_URL: string
  DATA_DIR: string
  production: boolean
}

function isPrivateKey(value: string): boolean {
  try {
    const jwk = JSON.parse(value) as { crv?: string; d?: string }
    return jwk.crv === 'P-256' && typeof jwk.d === 'string'
  } catch {
    return false
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
  const faults = (error?.issues ?? []).map(({ path, code, message }) =>
    given[String(path[0])] === undefined && code === 'invalid_type'
      ? `${path.join('.')} is missing`
      : `${path.join('.')}: ${message}`,
  )
  if (production) {
    if (!given['DATABASE_URL']) faults.push('DATABASE_URL is missing')
    if (general.data?.DEV) faults.push('DEV is for development')
    if (!given['PUBLIC_URL']) faults.push('PUBLIC_URL is missing')
    for (const name of Object.keys(Outside.shape)) {
      if (/sandbox/.test(given[name] ?? '')) faults.push(`${name} belongs to the sandbox`)
    }
  }
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)

  return {
    ...parsed.data,
    PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}`,
    DATA_DIR: resolve(parsed.data.DATA_DIR),
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
