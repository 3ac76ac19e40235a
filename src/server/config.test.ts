import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'auto-parts-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

let production: Record<string, string>
beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  production = {
    NODE_ENV: 'production',
    DATA_DIR,
    DATABASE_URL: 'postgres://shop@db.example/shop',
    PUBLIC_URL: 'https://parts.example/',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'shop@parts.example',
    IDENTITY_SECRET: 'x'.repeat(32),
    TOKEN_PRIVATE_KEY: JSON.stringify(await exportJWK(privateKey)),
  }
})

const faultsOf = async (env: Record<string, string>): Promise<readonly string[]> => {
  try {
    await loadConfig({ DATA_DIR, ...env })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

test('with nothing set the shop starts, and keeps its secrets from start to start', async () => {
  const [first, second] = [await loadConfig({ DATA_DIR }), await loadConfig({ DATA_DIR })]
  expect(first).toMatchObject({ production: false, PUBLIC_URL: 'http://localhost:3000' })
  expect(second.TOKEN_PRIVATE_KEY).toBe(first.TOKEN_PRIVATE_KEY)
})

test('in production every setting that is missing is named at once', async () => {
  const faults = await faultsOf({ NODE_ENV: 'production' })
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'STRIPE_SECRET_KEY', 'IDENTITY_SECRET']) {
    expect(faults).toContain(`${name} is missing`)
  }
  expect(await faultsOf(production)).toEqual([])
})

test('what a store of pictures lacks is named beside everything else', async () => {
  const half = { IMAGES_URL: 's3://shop', IMAGES_REGION: 'eu-west-1', IMAGES_ACCESS_KEY: 'key' }
  const faults = await faultsOf({ ...half, NODE_ENV: 'production' })
  expect(faults).toContain('DATABASE_URL is missing')
  expect(faults).toContain('IMAGES_SECRET_KEY is missing')
  expect(await faultsOf({ ...production, ...half })).toEqual(['IMAGES_SECRET_KEY is missing'])
  expect(await faultsOf(half)).toEqual(['IMAGES_SECRET_KEY is missing'])
})

test('production refuses the sandbox’s keys, but not a folder of that name', async () => {
  const faults = await faultsOf({ ...production, STRIPE_SECRET_KEY: 'sk_test_sandbox' })
  expect(faults).toEqual(['STRIPE_SECRET_KEY belongs to the sandbox'])
  expect(await faultsOf({ ...production, PWD: '/srv/sandbox' })).toEqual([])
})

test('production is reached by https only, and counts its callers', async () => {
  const faults = await faultsOf({
    ...production,
    PUBLIC_URL: 'http://parts.example',
    LIMITS: 'off',
  })
  expect(faults).toEqual(['PUBLIC_URL must be https', 'LIMITS=off is for development'])
})

test.each([
  ['NODE_ENV', 'prodution'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'parts.example'],
  ['STRIPE_JS_URL', 'stripe.js'],
  ['SWEEP_SECONDS', '3000000'],
  ['ORDER_HOLD_MINUTES', '0'],
  ['LIMITS', 'none'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, 10.0.0.0/33'],
  ['TRUSTED_PROXIES', '1'],
  ['TOKEN_PRIVATE_KEY', '{"kty":"EC","crv":"P-384","d":"x"}'],
])('%s may not be %s', async (name, value) => {
  const faults = await faultsOf({ [name]: value })
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([name])
})

test('keys of before are a list, and one that cannot verify anything is named at the start', async () => {
  const { d: _, ...publicPart } = JSON.parse(production['TOKEN_PRIVATE_KEY']!) as { d: string }
  const keys = JSON.stringify([publicPart])
  const config = await loadConfig({ ...production, TOKEN_PREVIOUS_KEYS: keys })
  expect(config.TOKEN_PREVIOUS_KEYS).toEqual([publicPart])
  for (const wrong of [JSON.stringify(publicPart), '[{"kty":"EC"}]', '[null]', 'old-key']) {
    expect(await faultsOf({ ...production, TOKEN_PREVIOUS_KEYS: wrong })).toEqual([
      'TOKEN_PREVIOUS_KEYS: must be a list of keys as JWKs (ES256)',
    ])
  }
})
