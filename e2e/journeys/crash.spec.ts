import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { request as requests } from '@playwright/test'
import { freePorts } from '../../scripts/ports.ts'
import { shopEnvironment, startShop } from '../../scripts/shop.ts'
import { createAccount, newPerson, session } from '../support/api.ts'
import { expect, test } from '../support/shop.ts'
import { makeTemporaryFolder } from '../../src/server/testing/temporary-folder.ts'

test('killing shop, sandbox and database loses no account and no order', async () => {
  const dataDir = makeTemporaryFolder('crash')
  const [port = 0, sandboxPort = 0, smtpPort = 0] = await freePorts(3)
  const env = shopEnvironment({
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    // A mail is waited for.
    JOB_INTERVAL_SECONDS: '0.5',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
  })
  const output = openSync('test-results/crash.log', 'w')
  const shopAt = {
    baseURL: String(env['PUBLIC_URL']),
    sandboxUrl: `http://localhost:${sandboxPort}`,
  }
  const mia = newPerson()

  const start = async () => {
    const shop = startShop(env, { output })
    const failure = await Promise.race([shop.ready.then(() => undefined), shop.ended])
    expect(failure).toBeUndefined()
    return shop
  }

  const first = await start()
  const request = await requests.newContext({ baseURL: shopAt.baseURL })
  await createAccount(request, mia, shopAt)
  await request.dispose()
  const before = await session(mia, shopAt)
  const [part] =
    await before.get<{ _id: string; name: string; price: number }[]>('/products?limit=1')
  const order = {
    product: part?._id,
    name: part?.name,
    quantity: 10,
    price: Number(part?.price) * 10,
  }
  const { insertedId } = await before.send<{ insertedId: string }>('POST', '/order', order)
  await before.end()

  await first.crash()
  process.kill(postmasterPid(dataDir), 'SIGKILL')

  const second = await start()
  const after = await session(mia, shopAt)
  expect(await after.get(`/order/${insertedId}`)).toMatchObject({ quantity: 10, status: 'unpaid' })
  await after.end()
  await second.stop()
  closeSync(output)
  await rm(dataDir, { recursive: true, force: true })
})

function postmasterPid(dataDir: string): number {
  const folder = join(dataDir, 'postgres')
  const cluster = readdirSync(folder).find((name) => /^pg\d+$/.test(name)) ?? ''
  return Number(readFileSync(join(folder, cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}
