import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createAccount, newPerson, openSession } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'
import { startTestShop, testSettings, urlsOf } from '../support/test-shop.ts'
import { makeTemporaryFolder } from '../../src/server/testing/temporary-folder.ts'

test('killing shop, sandbox and database loses no account and no order', async () => {
  const dataDir = makeTemporaryFolder('crash')
  const env = await testSettings(dataDir)
  const urls = urlsOf(env)
  const mia = newPerson()

  const first = await startTestShop('crash-before', env)
  await createAccount(mia, urls)
  const before = await openSession(mia, urls)
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

  const second = await startTestShop('crash-after', env)
  const after = await openSession(mia, urls)
  expect(await after.get(`/order/${insertedId}`)).toMatchObject({ quantity: 10, status: 'unpaid' })
  await after.end()
  await second.stop()
  await rm(dataDir, { recursive: true, force: true })
})

function postmasterPid(dataDir: string): number {
  const folder = join(dataDir, 'postgres')
  const cluster = readdirSync(folder).find((name) => /^pg\d+$/.test(name)) ?? ''
  return Number(readFileSync(join(folder, cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}
