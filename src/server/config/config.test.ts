import { expect, test } from 'vitest'
import { loadConfig, settingNames } from './config.ts'
import { makeSettings } from '../testing/settings.ts'

const { DATA_DIR, production, faultsOf } = await makeSettings()

test('starts without settings and keeps its secrets', async () => {
  const [first, second] = [await loadConfig({ DATA_DIR }), await loadConfig({ DATA_DIR })]
  expect(first).toMatchObject({ production: false, PUBLIC_URL: 'http://localhost:3000' })
  expect(second.TOKEN_PRIVATE_KEY).toBe(first.TOKEN_PRIVATE_KEY)
})

test('production names all missing settings at once', async () => {
  const faults = await faultsOf({ NODE_ENV: 'production' })
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'STRIPE_SECRET_KEY', 'IDENTITY_SECRET']) {
    expect(faults).toContain(`${name} is missing`)
  }
  expect(await faultsOf(production)).toEqual([])
})

test('faults of the image store join the list', async () => {
  const half = { IMAGES_URL: 's3://shop', IMAGES_REGION: 'eu-west-1', IMAGES_ACCESS_KEY: 'key' }
  const faults = await faultsOf({ ...half, NODE_ENV: 'production' })
  expect(faults).toContain('DATABASE_URL is missing')
  expect(faults).toContain('IMAGES_SECRET_KEY is missing')
  expect(await faultsOf({ ...production, ...half })).toEqual(['IMAGES_SECRET_KEY is missing'])
  expect(await faultsOf(half)).toEqual(['IMAGES_SECRET_KEY is missing'])
})

/** @shows asvs-13.2.3, asvs-15.2.3 */
test('production refuses sandbox keys, not paths of that name', async () => {
  const faults = await faultsOf({ ...production, STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' })
  expect(faults).toEqual([
    'STRIPE_WEBHOOK_SECRET is a sandbox value, which is not allowed in production',
  ])
  expect(await faultsOf({ ...production, PWD: '/srv/sandbox' })).toEqual([])
})

/** @shows asvs-12.2.1 */
test('production requires https and rate limits', async () => {
  const faults = await faultsOf({
    ...production,
    PUBLIC_URL: 'http://parts.example',
    LIMITS: 'off',
  })
  expect(faults).toEqual(['PUBLIC_URL must be https', 'LIMITS=off is not allowed in production'])
})

const oneAddress = 'must be one email address, such as Auto Parts <shop@example.com>'
const addressLike = 'special characters as %40'
const onOff = 'must be on or off'
const wholeFrom1 = 'must be a whole number from 1'
const topOfHost = 'must be an address without a path, such as https://parts.example'
const emailList = 'must be email addresses separated by commas'

/** An invalid value of each setting with its fault. */
const wrong = [
  ['NODE_ENV', 'prodution', 'must be development, test or production'],
  ['PORT', '70000', 'must be a port'],
  ['ORDER_CONTACTS_YEARS', '0', 'must be a whole number from 1 to 100'],
  ['ERASED_ORDER_CONTACTS_DAYS', '1.5', 'must be a whole number from 0 to 36500'],
  ['PORT', 'http', 'must be a port'],
  [
    'DATABASE_URL',
    'mysql://db/shop',
    `must be like postgres://user:password@host:5432/shop, ${addressLike}`,
  ],
  [
    'DATABASE_URL',
    'postgres://shop:a#b@db/shop',
    `must be like postgres://user:password@host:5432/shop, ${addressLike}`,
  ],
  [
    'DATABASE_READ_URL',
    'standby',
    `must be like postgres://user:password@host:5432/shop, ${addressLike}`,
  ],
  ['DATABASE_POOL', '0', wholeFrom1],
  ['DATABASE_PREPARED', 'maybe', onOff],
  ['PUBLIC_URL', 'parts.example', 'must be an http(s) address'],
  ['PUBLIC_URL', 'https://parts.example/shop', topOfHost],
  ['PUBLIC_URL', 'https://parts.example/?from=mail', topOfHost],
  ['PUBLIC_URL', 'https://ada@parts.example', topOfHost],
  ['ADMIN_EMAILS', 'ada', emailList],
  ['ADMIN_EMAILS', 'Ada <ada@parts.example>', emailList],
  ['TOKEN_PREVIOUS_KEYS', 'old-key', 'must be a list of keys as JWKs (ES256)'],
  ['ORDER_RESERVATION_MINUTES', 'an hour', 'must be above 0 and up to 43200'],
  ['ORDER_RESERVATIONS_MAX', '0', wholeFrom1],
  ['RESERVED_LINES_MAX', '0', wholeFrom1],
  ['TRADE_RESERVATION_MINUTES', '0', 'must be above 0 and up to 43200'],
  ['TRADE_RESERVATIONS_MAX', '0', wholeFrom1],
  ['TRADE_RESERVED_LINES_MAX', '1.5', wholeFrom1],
  ['SIGN_UPS_PER_HOUR', '0', wholeFrom1],
  ['TIME_ZONE', 'America/Atlantis', 'must be a time zone, such as America/Chicago'],
  ['TIME_ZONE', '-06:00', 'must be a time zone, such as America/Chicago'],
  ['OWNER_EMAILS', 'ada', emailList],
  ['NEW_ORDER_MAILS', 'yes', onOff],
  ['LOW_STOCK_LEVEL', '-1', 'must be a whole number from 0 to 1000000'],
  ['SHIPPING_COST', '4,90', 'must be dollars as 4.90, from 0 to 100'],
  ['SHIPPING_COST', '4.905', 'must be dollars as 4.90, from 0 to 100'],
  ['SHIPPING_COST', '490', 'must be dollars as 4.90, from 0 to 100'],
  ['SHIPPING_UNDO_SECONDS', '-1', 'must be 0 to 300'],
  ['TAX_NAME', 'VAT\nGST', 'must be one line of at most 20 characters'],
  ['TAX_PERCENT', '0', 'must be a percentage such as 19 or 8.875, above 0 and up to 100'],
  ['TAX_PERCENT', '19 %', 'must be a percentage such as 19 or 8.875, above 0 and up to 100'],
  ['SELLER_TAX_ID', 'D'.repeat(41), 'must be one line of at most 40 characters'],
  ['PRICES_INCLUDE_TAX', 'yes', 'must be true or false'],
  [
    'TAX_DEFAULT_PLACE',
    'Germany',
    'must be a country, and its region where rates differ by region: DE or US-CA',
  ],
  ['SHIPPING_COST', '-1', 'must be dollars as 4.90, from 0 to 100'],
  ['JOB_INTERVAL_SECONDS', '3000000', 'must be above 0 and up to 3600'],
  ['DEV', 'perhaps', 'must be true, 1, yes, on, y, enabled, false, 0, no, off, n or disabled'],
  ['DEMO_CATALOGUE', 'yes', onOff],
  ['VEHICLES', 'eu', 'must be us or none'],
  ['CONTACT_EMAIL', 'a@parts.example, b@parts.example', 'must be one email address'],
  ['NEWSLETTER', 'weekly', onOff],
  ['REVIEW_APPROVAL', 'yes', onOff],
  ['IMAGE_HOSTS', 'a.example; script-src *', 'must be host names without https://'],
  [
    'TRUSTED_PROXIES',
    '10.0.0.0/8, 10.0.0.0/33',
    'must be addresses or networks (10.0.0.0/8), or loopback, linklocal, uniquelocal',
  ],
  [
    'TRUSTED_PROXIES',
    '1',
    'must be addresses or networks (10.0.0.0/8), or loopback, linklocal, uniquelocal',
  ],
  ['DRAIN_SECONDS', '60', 'must be 0 to 15'],
  ['ACCOUNT_MAILS_PER_DAY', '0', wholeFrom1],
  ['QUEUE_WAIT_MS', 'many', 'must be a whole number from 1 to 10000'],
  ['LIST_ROWS_MAX', '0', wholeFrom1],
  ['CONNECTIONS_PER_ADDRESS', 'many', wholeFrom1],
  ['METRICS_TOKEN', 'short', 'must have 32 characters or more'],
  ['LIMITS', 'none', onOff],
  ['LOG_LEVEL', 'loud', 'must be trace, debug, info, warn, error or silent'],
  ['SANDBOX', 'no', onOff],
  ['SANDBOX_PORT', '-1', 'must be a port'],
  ['SANDBOX_SMTP_PORT', '3.5', 'must be a port'],
  ['STRIPE_SECRET_KEY', 'pk_live_1', 'must be like sk_live_… or rk_live_…'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_1', 'must be like pk_live_…'],
  ['STRIPE_WEBHOOK_SECRET', 'secret', 'must be like whsec_…'],
  ['STRIPE_API_URL', 'ftp://cards.example', 'must be an http(s) address'],
  ['STRIPE_JS_URL', 'stripe.js', 'must be an http(s) address'],
  ['SMTP_URL', 'mail.example:587', `must be like smtp://user:password@host:587, ${addressLike}`],
  ['MAIL_FROM', 'Auto Parts', oneAddress],
  ['MAIL_FROM', 'a@shop.example, b@shop.example', oneAddress],
  ['MAIL_FROM', 'A <a@shop.example>\nBcc: b@shop.example', oneAddress],
  ['IDENTITY', 'oauth', 'must be embedded or firebase'],
  ['IDENTITY_SECRET', 'short', 'must have 32 characters or more'],
  [
    'TOKEN_PRIVATE_KEY',
    '{"kty":"EC","crv":"P-384","d":"x"}',
    'must be a private key as a JWK (ES256)',
  ],
  ['GOOGLE_ISSUER', 'google', 'must be an http(s) address'],
  ['OTEL_TRACES_SAMPLER_ARG', 'half', 'must be 0 to 1'],
] as const

test.each(wrong)('%s=%s ends the start with a line that says why', async (name, value, why) => {
  expect(await faultsOf({ ...production, [name]: value })).toEqual([`${name}: ${why}`])
})

/** Any text is valid for these until the system opens the folder, file or host. */
const freeText = ['CONTENT_DIR', 'HOST', 'DATA_DIR', 'TAX_RATES_FILE']

/** @shows row-89 */
test('the table of invalid values covers every setting', () => {
  const tried = new Set<string>(wrong.map(([name]) => name))
  const untried = settingNames.filter((name) => !tried.has(name))
  expect(untried.toSorted()).toEqual(freeText.toSorted())
})

test('name and percentage of the tax are set together', async () => {
  expect(await faultsOf({ TAX_NAME: 'VAT' })).toEqual(['TAX_PERCENT is missing'])
  expect(await faultsOf({ TAX_PERCENT: '19' })).toEqual(['TAX_NAME is missing'])
  expect(await faultsOf({ TAX_NAME: 'VAT', TAX_PERCENT: '8.875' })).toEqual([])
})

/** @shows row-70, asvs-13.4.2 */
test('all faults are in one list', async () => {
  const values = Object.fromEntries(wrong.map(([name, value]) => [name, value]))
  const faults = await faultsOf({
    ...production,
    ...values,
    // Well-formed, but not allowed in production.
    NODE_ENV: 'production',
    IDENTITY: 'embedded',
    PUBLIC_URL: 'http://parts.example',
    DEV: 'on',
    LIMITS: 'off',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    GOOGLE_CLIENT_SECRET: 'of-the-sandbox',
    IMAGES_ACCESS_KEY: 'key',
  })
  const settings = Object.keys(values).toSorted()
  expect(settings.filter((name) => !faults.some((fault) => fault.startsWith(name)))).toEqual([
    'NODE_ENV',
    'STRIPE_SECRET_KEY',
  ])
  expect(faults).toEqual(
    expect.arrayContaining([
      'PUBLIC_URL must be https',
      'DEV is not allowed in production',
      'LIMITS=off is not allowed in production',
      'STRIPE_PUBLISHABLE_KEY is a test key, STRIPE_SECRET_KEY a live one',
      'GOOGLE_CLIENT_SECRET is a sandbox value, which is not allowed in production',
      'GOOGLE_CLIENT_ID is missing',
      'IMAGES_URL is missing',
    ]),
  )
  expect(new Set(faults).size).toBe(faults.length)
})

test('TOKEN_PREVIOUS_KEYS rejects invalid keys', async () => {
  const { d: _, ...publicPart } = JSON.parse(production.TOKEN_PRIVATE_KEY) as { d: string }
  const keys = JSON.stringify([publicPart])
  const config = await loadConfig({ ...production, TOKEN_PREVIOUS_KEYS: keys })
  expect(config.TOKEN_PREVIOUS_KEYS).toEqual([publicPart])
  for (const wrong of [JSON.stringify(publicPart), '[{"kty":"EC"}]', '[null]', 'old-key']) {
    expect(await faultsOf({ ...production, TOKEN_PREVIOUS_KEYS: wrong })).toEqual([
      'TOKEN_PREVIOUS_KEYS: must be a list of keys as JWKs (ES256)',
    ])
  }
})

test.each([
  {
    SMTP_URL: 'smtps://user:p%40ss@mail.example:465',
    MAIL_FROM: 'Auto Parts <shop@parts.example>',
  },
  { SMTP_URL: 'smtp://[::1]:25?requireTLS=false', MAIL_FROM: 'shop@parts.example' },
])('accepts a mail server: %j', async (mail) => {
  expect(await faultsOf({ ...production, ...mail })).toEqual([])
})
