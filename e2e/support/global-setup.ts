import { closeSync, mkdirSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { freePorts } from '../../scripts/ports.ts'
import { shopEnvironment, startShop } from '../../scripts/shop.ts'
import { makeTemporaryFolder } from '../../src/server/testing/temporary-folder.ts'

const log = 'test-results/shop.log'

/** Starts the built shop with an empty database of its own, unless BASE_URL names one that runs. */
export default async function setUp() {
  return process.env['BASE_URL'] ? undefined : openShop({})
}

/** Starts it with settings of a test's own. Gives back what ends it. */
export async function openShop(settings: Record<string, string>): Promise<() => Promise<void>> {
  await buildWhenNeeded(() => {})
  const dataDir = makeTemporaryFolder('e2e')
  mkdirSync('test-results', { recursive: true })
  const output = openSync(log, 'w')

  const [port = 0, sandboxPort = 0, smtpPort = 0] = await freePorts(3)
  const env = shopEnvironment({
    // Nothing else of the caller's environment: its settings are for another shop.
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATA_DIR: dataDir,
    LIMITS: 'off',
    // Nearly every test waits for a mail once: by default the outbox is looked at every five seconds.
    JOB_INTERVAL_SECONDS: '0.5',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    ...settings,
  })
  const shop = startShop(env, { output })
  const tearDown = async () => {
    await shop.stop()
    closeSync(output)
    await rm(dataDir, { recursive: true, force: true })
  }

  const failure = await Promise.race([shop.ready.then(() => undefined), shop.ended])
  if (failure) {
    await tearDown()
    throw new Error(`${failure} (${log})`)
  }
  process.env['BASE_URL'] = env['PUBLIC_URL']
  process.env['SHOP_DATA_DIR'] = dataDir
  process.env['SANDBOX_SMTP_PORT'] = String(smtpPort)
  process.env['SANDBOX_URL'] = `http://localhost:${sandboxPort}`
  return tearDown
}
