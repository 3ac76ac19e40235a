import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSandbox } from './sandbox.ts'
import { connect, sandboxForTest, webhookEndpoint } from './testing.ts'

const order = { amount: 1000, currency: 'usd' }

function directory() {
  const path = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

/** @shows asvs-15.2.3 */
test('the sandbox does not start in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(startSandbox()).rejects.toThrow('production')
})

test('payments, keys, mail and undelivered events survive a restart', async () => {
  const dataDir = directory()
  const failing = await webhookEndpoint(Array<number>(1000).fill(503))
  const before = await startSandbox({ dataDir, webhookUrl: failing.url })
  const key = { idempotencyKey: 'order-1' }
  const intent = await connect(before).paymentIntents.create(order, key)
  await createTransport({ host: '127.0.0.1', port: before.smtpPort }).sendMail({
    from: 'shop@example.com',
    to: 'mia@example.com',
    subject: 'Hello',
    text: 'Hello',
  })
  await failing.types(1)
  await before.stop()

  const endpoint = await webhookEndpoint()
  const after = await sandboxForTest({ dataDir, webhookUrl: endpoint.url })
  expect(await connect(after).paymentIntents.create(order, key)).toEqual(intent)
  expect(await (await fetch(`${after.url}/mail/messages`)).json()).toMatchObject([
    { text: /Hello/ },
  ])
  expect(await endpoint.types(1)).toEqual(['payment_intent.created'])
  expect(endpoint.received[0]?.id).toBe(failing.received[0]?.id)
})

/** Starts the sandbox as a child process. */
async function spawnSandbox(dataDir: string) {
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    env: { ...process.env, DATA_DIR: dataDir, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const output = new Promise<string>((resolve) => {
    child.stdout?.once('data', (line: Buffer) => resolve(String(line)))
  })
  const ready = await new Promise((resolve) => child.once('message', resolve))
  const url = /http:\S+/.exec(await output)?.[0] ?? ''
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ready, exit, stripe: connect({ url } as never) }
}

test('an acknowledged payment survives kill -9', async () => {
  const dataDir = directory()
  const killed = await spawnSandbox(dataDir)
  const { id } = await killed.stripe.paymentIntents.create(order)
  killed.child.kill('SIGKILL')
  await killed.exit

  const next = await spawnSandbox(dataDir)
  expect(next.ready).toBe('ready')
  expect((await next.stripe.paymentIntents.retrieve(id)).id).toBe(id)
  next.child.kill('SIGTERM')
  expect(await next.exit).toBe(0)
})

test('the sandbox exits with its parent process', async () => {
  const { child, exit } = await spawnSandbox(directory())
  child.disconnect()
  expect(await exit).toBe(0)
})

test('the front page lists test cards, accounts and faults', async () => {
  const { url } = await sandboxForTest()
  const page = await (await fetch(url)).text()
  expect(page).toContain('4000 0000 0000 9995')
  expect(page).toContain('mia.hart@example.com')
  expect(page).toContain('/mail')
  expect(page).toContain('failNext')
})
