import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { takenPorts } from './ports.ts'
import { hasSandbox, portsOf, shopEnvironment, startShop } from './shop-processes.ts'
import type { ShopProcesses } from './shop-processes.ts'

interface Options {
  settings?: NodeJS.ProcessEnv
  prepare?: () => Promise<void>
  start?: (env: NodeJS.ProcessEnv) => ShopProcesses | Promise<ShopProcesses>
}

/** Runs the shop until a signal, or until one of its programs ends. */
export async function serve({ settings, prepare, start = startShop }: Options): Promise<void> {
  const started = performance.now()
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = shopEnvironment({ ...process.env, ...settings })
  await waitForPorts(portsOf(env))
  await prepare?.()

  const shop = await start(env)
  let stopping = false
  const stop = async (exitCode: number) => {
    if (stopping) return
    stopping = true
    await shop.stop()
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(0))
  }
  process.once('disconnect', () => void stop(0))
  void shop.ended.then((sentence) => {
    if (!stopping) console.error(sentence)
    return stop(1)
  })

  await shop.ready
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${welcome(env)}\n\n  Ready after ${seconds} s. Ctrl-C stops it.\n`)
  process.send?.('ready')
}

/** Waits up to three seconds, since the programs of a killed shop finish their last requests. */
async function waitForPorts(ports: Record<string, number>): Promise<void> {
  for (let attemptsLeft = 15; ; attemptsLeft--) {
    const taken = await takenPorts(ports)
    if (taken.length === 0) return
    if (attemptsLeft === 0) throw new Error(taken.join('\n'))
    await sleep(200)
  }
}

function welcome(env: NodeJS.ProcessEnv): string {
  const shop = `\n  Auto Parts is open   ${env['PUBLIC_URL']}`
  const { SANDBOX_PORT } = portsOf(env)
  if (!hasSandbox(env)) return shop
  const sandbox = `http://localhost:${SANDBOX_PORT}`
  return `${shop}
  Test cards           ${sandbox}
  Mail inbox           ${sandbox}/mail

  To become admin: sign up, follow the link in the mail inbox, then
  npm run admin -- grant <your e-mail>   (or list it in ADMIN_EMAILS)`
}
