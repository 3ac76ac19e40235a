import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createOrdersInEveryState } from '../testing/rows/orders-in-every-state.ts'
import { paymentSteps } from '../testing/payments.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'

// Each run is a separate process that loads the whole server.
vi.setConfig({ testTimeout: 60_000 })

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  await createOrdersInEveryState(shop)
})
afterAll(() => shop.close())

/** Runs the command while the shop runs. */
async function check(args: string[] = [], settings: NodeJS.ProcessEnv = {}) {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: String(shop.database.pool.options.connectionString),
    DATA_DIR: shop.config.DATA_DIR,
    STRIPE_API_URL: shop.sandbox.url,
    ...settings,
  }
  const command = ['src/server/cli/check-invariants.ts', ...args]
  return promisify(execFile)(process.execPath, command, { env })
}

/** @shows row-67 */
test('prints a line for each invariant and succeeds while all hold', async () => {
  const { stdout } = await check(['--provider'])
  for (let number = 1; number <= 13; number += 1) {
    if (number !== 8) expect(stdout).toMatch(new RegExp(`^ok +I${number} `, 'm'))
  }
  expect(stdout).toMatch(/All \d+ promises hold\./)
})

test('a reservation may expire two job runs late, at any interval', async () => {
  const steps = paymentSteps(shop)
  const mia = await shop.signIn()
  const { id } = await steps.order(mia)
  await steps.expire(id)
  expect((await check([], { JOB_INTERVAL_SECONDS: '60' })).stdout).toMatch(/^ok +I7 /m)
  await expect(check([], { JOB_INTERVAL_SECONDS: '' })).rejects.toMatchObject({
    stderr: expect.stringMatching(/^BROKEN +I7 /m),
  })
  await steps.remove(mia, id)
})

test('prints violated invariants with their rows and fails', async () => {
  const part = await shop.stock()
  await shop.database.pool.query('update products set quantity = 1 where id = $1', [part.id])
  const failure = await check(['--provider']).catch((error: unknown) => error)
  expect(failure).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(new RegExp(`BROKEN +I1 .*\\n +1 row: ${part.id}\\n`)),
  })
  const { rows } = await shop.database.pool.query(
    `select jsonb_array_length(outcome) as found from job_runs where name = 'check-invariants'`,
  )
  expect(rows).toEqual([{ found: 1 }])
})

test('rejects unknown options', async () => {
  await expect(check(['--everything'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('usage: npm run check:invariants'),
  })
})
