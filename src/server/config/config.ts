import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { lowLevelMax } from '#contract/alerts.ts'
import { defaultTimeZone } from '#contract/formats/clock.ts'
import { cardFaults, cardKeys, cardWarnings, hasCardKeys } from './card-settings.ts'
import { identitySettingNames, readIdentitySettings } from './identity-settings.ts'
import type { IdentitySettings } from './identity-settings.ts'
import { readImageSettings } from './image-settings.ts'
import type { ImageSettings } from './image-settings.ts'
import { reservationSettings } from './reservation-settings.ts'
import { refuseFile } from './start/data-folder.ts'
import { StartError } from './start/start-error.ts'
import { storedSecrets } from './stored-secrets.ts'
import { readTaxConfig, taxFaults, taxSettings } from './tax-settings.ts'
import type { TaxConfig } from './tax-settings.ts'
import { settingFaults } from './setting-errors.ts'
import type { Given } from './setting-errors.ts'
import {
  aboveZero,
  address,
  databaseUrl,
  dollarsUpTo,
  emailAddress,
  emailAddresses,
  fromZero,
  keyList,
  origin,
  pictureHosts,
  port,
  privateKey,
  proxies,
  publicOrigin,
  secret,
  sender,
  smtpUrl,
  timeZone,
  whole,
  wholeFrom,
} from './setting-schemas.ts'
import { readTraceSettings } from './trace-settings.ts'
import type { TraceSettings } from './trace-settings.ts'

/** Settings with a default in production too; `.env.example` explains each. */
const General = z.object({
  /** A misspelt 'production' must not open a shop with the sandbox's keys. */
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), '0.0.0.0'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(databaseUrl),
  DATABASE_READ_URL: z.optional(databaseUrl),
  DATABASE_POOL: z._default(whole, 10),
  DATABASE_PREPARED: z._default(z.enum(['on', 'off']), 'on'),
  PUBLIC_URL: z.optional(publicOrigin),
  ADMIN_EMAILS: z._default(emailAddresses, []),
  ACCOUNT_MAILS_PER_DAY: z._default(whole, 10),
  TOKEN_PREVIOUS_KEYS: z._default(keyList, []),
  ...reservationSettings,
  TIME_ZONE: z._default(timeZone, defaultTimeZone),
  SHIPPING_COST: z._default(dollarsUpTo(100), 0),
  ...taxSettings,
  SHIPPING_UNDO_SECONDS: z._default(fromZero(300), 10),
  ORDER_CONTACTS_YEARS: z._default(wholeFrom(1, 100), 3),
  ERASED_ORDER_CONTACTS_DAYS: z._default(wholeFrom(0, 36_500), 0),
  CONTENT_DIR: z.optional(z.string()),
  JOB_INTERVAL_SECONDS: z._default(aboveZero(3_600), 5),
  DEV: z._default(z.stringbool(), false),
  DEMO_CATALOGUE: z._default(z.enum(['on', 'off']), 'on'),
  VEHICLES: z._default(z.enum(['us', 'none']), 'us'),
  CONTACT_EMAIL: z.optional(emailAddress),
  OWNER_EMAILS: z._default(emailAddresses, []),
  NEW_ORDER_MAILS: z._default(z.enum(['on', 'off']), 'on'),
  LOW_STOCK_LEVEL: z._default(wholeFrom(0, lowLevelMax), 20),
  NEWSLETTER: z._default(z.enum(['on', 'off']), 'off'),
  REVIEW_APPROVAL: z._default(z.enum(['on', 'off']), 'off'),
  IMAGE_HOSTS: z._default(pictureHosts, []),
  TRUSTED_PROXIES: z._default(proxies, []),
  DRAIN_SECONDS: z.optional(fromZero(15)),
  QUEUE_WAIT_MS: z._default(wholeFrom(1, 10_000), 500),
  LIST_ROWS_MAX: z._default(whole, 5_000),
  CONNECTIONS_PER_ADDRESS: z._default(whole, 256),
  METRICS_TOKEN: z.optional(secret),
  LIMITS: z._default(z.enum(['on', 'off']), 'on'),
  LOG_LEVEL: z.optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])),
  SANDBOX: z._default(z.enum(['on', 'off']), 'on'),
  SANDBOX_PORT: z._default(port, 3001),
  SANDBOX_SMTP_PORT: z.optional(port),
})

/** Secrets and outside services. Defaults outside production: the sandbox's, or generated once and stored. */
const Outside = z.object({
  ...cardKeys,
  STRIPE_API_URL: z.optional(origin),
  STRIPE_JS_URL: z.optional(address),
  SMTP_URL: smtpUrl,
  MAIL_FROM: sender,
  TOKEN_PRIVATE_KEY: privateKey,
})

const Environment = z.extend(General, Outside.shape)
type Environment = z.infer<typeof Environment>

export const settingNames: readonly string[] = Object.keys(Environment.shape)

export type Config = Omit<
  Environment,
  'PUBLIC_URL' | 'DATA_DIR' | 'LOG_LEVEL' | 'DRAIN_SECONDS'
> & {
  PUBLIC_URL: string
  LOG_LEVEL: NonNullable<Environment['LOG_LEVEL']>
  DRAIN_SECONDS: number
  DATA_DIR: string
  identity: IdentitySettings
  images: ImageSettings
  /** Undefined without a collector. */
  traces: TraceSettings | undefined
  /** Undefined without a file of rates. */
  taxes: TaxConfig | undefined
  production: boolean
  /** Settings that are valid but probably not intended. */
  warnings: readonly string[]
}

/** Invalid settings; `faults` names each of them. */
export class ConfigError extends StartError {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The settings need attention:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** Reads the environment. Throws a {@link ConfigError} that lists all faults at once. */
export async function loadConfig(env: NodeJS.ProcessEnv): Promise<Config> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const production = given['NODE_ENV'] === 'production'
  const general = General.safeParse(given)
  if (general.success) refuseFile(resolve(general.data.DATA_DIR))
  const defaults =
    production || !general.success ? {} : await developmentDefaults(general.data, given)

  const parsed = Environment.safeParse({ ...defaults, ...given })
  // Without the defaults, settings that are optional outside production would be reported as missing.
  const isComplete = production || general.success
  const { error } = isComplete ? parsed : general
  const { images, faults: imageFaults } = readImageSettings(given, production)
  const { traces, ...ofTraces } = readTraceSettings(given)
  const { taxes, faults: rateFaults } = readTaxConfig(given)
  const identity = isComplete ? readIdentitySettings(given, defaults, production) : undefined
  const faults = [
    ...settingFaults(error, given),
    ...(identity?.faults ?? []),
    ...imageFaults,
    ...cardFaults(given),
    ...taxFaults(given),
    ...rateFaults,
    ...ofTraces.faults,
    ...(production ? productionFaults(given) : []),
  ]
  if (!parsed.success || !identity?.settings || !images || faults.length > 0)
    throw new ConfigError(faults)

  return {
    ...parsed.data,
    PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}`,
    DATA_DIR: resolve(parsed.data.DATA_DIR),
    identity: identity.settings,
    images,
    traces,
    taxes,
    DRAIN_SECONDS: parsed.data.DRAIN_SECONDS ?? (production ? 5 : 0),
    // Refused logins and requests are logged at `info`, for production.
    LOG_LEVEL: parsed.data.LOG_LEVEL ?? (production || parsed.data.DEV ? 'info' : 'warn'),
    production,
    warnings: [...(production ? cardWarnings(given) : []), ...ofTraces.warnings],
  }
}

/** Checks across settings, made even if single settings are invalid. */
function productionFaults(given: Given): string[] {
  const faults: string[] = []
  if (!given['DATABASE_URL']) faults.push('DATABASE_URL is missing')
  if (!given['PUBLIC_URL']) faults.push('PUBLIC_URL is missing')
  else if (given['PUBLIC_URL'].startsWith('http:')) faults.push('PUBLIC_URL must be https')
  if (General.shape.DEV.safeParse(given['DEV']).data)
    faults.push('DEV is not allowed in production')
  if (given['LIMITS'] === 'off') faults.push('LIMITS=off is not allowed in production')
  for (const name of [...Object.keys(Outside.shape), ...identitySettingNames]) {
    if (/sandbox/.test(given[name] ?? ''))
      faults.push(`${name} is a sandbox value, which is not allowed in production`)
  }
  return faults
}

async function developmentDefaults(general: z.infer<typeof General>, given: Given) {
  const { SANDBOX, SANDBOX_PORT, DATA_DIR } = general
  const sandbox = `http://localhost:${SANDBOX_PORT}`
  return {
    ...(await storedSecrets(resolve(DATA_DIR))),
    MAIL_FROM: 'Auto Parts <shop@autoparts.example>',
    SMTP_URL: `smtp://localhost:${general.SANDBOX_SMTP_PORT ?? SANDBOX_PORT + 1}`,
    // Stripe keys mean Stripe itself, not the sandbox.
    ...(!hasCardKeys(given) && {
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
      ...(SANDBOX === 'on' && {
        STRIPE_API_URL: sandbox,
        STRIPE_JS_URL: `${sandbox}/stripe.js`,
      }),
    }),
    ...(SANDBOX === 'on' &&
      !given['GOOGLE_CLIENT_ID'] && {
        GOOGLE_ISSUER: `${sandbox}/google`,
        GOOGLE_CLIENT_ID: 'auto-parts-sandbox',
        GOOGLE_CLIENT_SECRET: 'auto-parts-sandbox-secret',
      }),
  }
}
