import { closeSync, mkdirSync, openSync } from 'node:fs'
import { freePorts } from '../../scripts/ports.ts'
import { waitUntilReady } from '../../scripts/processes.ts'
import { shopEnvironment, startShop } from '../../scripts/shop-processes.ts'
import type { ShopProcesses } from '../../scripts/shop-processes.ts'

/**
 * The settings of a shop with free ports. Nothing else of this process's environment applies: its settings are
 * for another shop.
 */
export async function testSettings(dataDir: string, settings: NodeJS.ProcessEnv = {}) {
  const [port = 0, sandboxPort = 0, smtpPort = 0] = await freePorts(3)
  return shopEnvironment({
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATA_DIR: dataDir,
    // Nearly every test waits for a mail: by default the outbox is processed every five seconds.
    JOB_INTERVAL_SECONDS: '1',
    // A browser on a busy machine needs longer than a person.
    SHIPPING_UNDO_SECONDS: '30',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    ...settings,
  })
}

/** The addresses of a shop with these settings. */
export const urlsOf = (settings: NodeJS.ProcessEnv) => ({
  baseURL: String(settings['PUBLIC_URL']),
  sandboxUrl: `http://localhost:${settings['SANDBOX_PORT']}`,
})

/** Starts a shop with its messages in `<name>.log`, as below. */
export const startTestShop = (name: string, env: NodeJS.ProcessEnv) =>
  startLogged(name, (output) => startShop(env, { output }))

/** Starts a program with its messages in `<name>.log` of `test-results` or `TEST_LOGS`, and waits until it is ready. */
export async function startLogged(name: string, start: (output: number) => ShopProcesses) {
  const folder = process.env['TEST_LOGS'] ?? 'test-results'
  mkdirSync(folder, { recursive: true })
  const log = `${folder}/${name}.log`
  const output = openSync(log, 'w')
  const program = start(output)
  const end = async (how: 'stop' | 'crash') => {
    await program[how]()
    closeSync(output)
  }
  try {
    await waitUntilReady(program, (how) => `${name}: ${how} (${log})`)
  } catch (error) {
    await end('stop')
    throw error
  }
  return { stop: () => end('stop'), crash: () => end('crash') }
}
