import { rm } from 'node:fs/promises'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { makeTemporaryFolder } from '../../src/server/testing/temporary-folder.ts'
import { startTestShop, testSettings, urlsOf } from './test-shop.ts'

/** Starts the built shop with an empty database, unless BASE_URL names a running one. */
export default async function setUp() {
  return process.env['BASE_URL'] ? undefined : openShop({})
}

/** Starts the built shop with further settings; returns the function that stops it. */
export async function openShop(settings: Record<string, string>): Promise<() => Promise<void>> {
  await buildWhenNeeded(() => {})
  const dataDir = makeTemporaryFolder('e2e')
  const removeData = () => rm(dataDir, { recursive: true, force: true })
  const env = await testSettings(dataDir, { LIMITS: 'off', ...settings })
  const shop = await startTestShop('shop', env).catch(async (error: unknown) => {
    await removeData()
    throw error
  })

  const { baseURL, sandboxUrl } = urlsOf(env)
  process.env['BASE_URL'] = baseURL
  process.env['SHOP_DATA_DIR'] = dataDir
  process.env['SHOP_DATABASE_URL'] = env['DATABASE_URL'] ?? ''
  process.env['SANDBOX_SMTP_PORT'] = env['SANDBOX_SMTP_PORT']
  process.env['SANDBOX_URL'] = sandboxUrl
  return async () => {
    await shop.stop()
    await removeData()
  }
}
