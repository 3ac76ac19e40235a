import { expect, test } from 'vitest'
import { makeSettings } from '../testing/settings.ts'

const { production, faultsOf } = await makeSettings()

/** @shows row-89 */
test.each([
  ['STRIPE_SECRET_KEY', ['sk_', 'sk_test', 'sk_live_', 'rk_test_', 'sk_live_…']],
  ['STRIPE_PUBLISHABLE_KEY', ['pk_', 'pk_test_', 'pk_live_', 'pk_live_…']],
  ['STRIPE_WEBHOOK_SECRET', ['whsec_', 'whsec_…']],
  ['SMTP_URL', ['smtp://', 'smtps://', 'smtp:///', 'smtp://?requireTLS=false']],
  ['DATABASE_URL', ['postgres://', 'postgresql://', 'postgres:///', 'postgres://?ssl=true']],
  ['DATABASE_READ_URL', ['postgres://']],
])('%s needs more than a prefix', async (name, values) => {
  for (const value of values) {
    expect(await faultsOf({ ...production, [name]: value })).toContainEqual(
      expect.stringContaining(`${name}: must be like `),
    )
  }
})

test.each([
  'postgres://shop@db.example',
  'postgres:///shop',
  'postgresql:///shop?host=/run/postgresql',
  'postgres://?host=/run/postgresql',
])('accepts a database: %s', async (DATABASE_URL) => {
  expect(await faultsOf({ ...production, DATABASE_URL })).toEqual([])
})
