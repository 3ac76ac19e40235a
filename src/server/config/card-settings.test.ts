import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { makeSettings } from '../testing/settings.ts'

const { DATA_DIR, production, faultsOf } = await makeSettings()

/** @shows row-70 */
test('provider keys select the provider, not the sandbox', async () => {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = production
  const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET }
  const own = await loadConfig({
    DATA_DIR,
    ...keys,
    GOOGLE_CLIENT_ID: 'a',
    GOOGLE_CLIENT_SECRET: 'b',
  })
  for (const name of ['STRIPE_API_URL', 'STRIPE_JS_URL'] as const) {
    expect(own[name]).toBeUndefined()
  }
  expect(own.identity).toMatchObject({ google: { issuer: 'https://accounts.google.com' } })
  expect(await faultsOf({ STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
    'STRIPE_PUBLISHABLE_KEY is missing',
    'STRIPE_WEBHOOK_SECRET is missing',
  ])
  const none = await loadConfig({ DATA_DIR })
  expect(none).toMatchObject({
    STRIPE_API_URL: 'http://localhost:3001',
    STRIPE_JS_URL: 'http://localhost:3001/stripe.js',
    identity: { google: { issuer: 'http://localhost:3001/google' } },
  })
})

test('test keys are allowed in production, with a warning', async () => {
  const rehearsal = { STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  const { warnings } = await loadConfig({ ...production, ...rehearsal })
  expect(warnings).toEqual([expect.stringContaining('no money arrives')])
  expect((await loadConfig(production)).warnings).toEqual([])
})
