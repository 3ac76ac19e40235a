import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll } from 'vitest'
import { ConfigError, loadConfig } from '../config/config.ts'

/** Settings for one test file: a data folder and all that production requires. */
export async function makeSettings() {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'auto-parts-config-'))
  afterAll(() => rmSync(DATA_DIR, { recursive: true }))
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const production = {
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

  const faultsOf = async (env: Record<string, string>): Promise<readonly string[]> => {
    try {
      await loadConfig({ DATA_DIR, ...env })
      return []
    } catch (error) {
      if (error instanceof ConfigError) return error.faults
      throw error
    }
  }
  return { DATA_DIR, production, faultsOf }
}
