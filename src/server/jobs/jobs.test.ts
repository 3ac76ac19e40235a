import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../app.ts'
import { openDatabase } from '../db/index.ts'
import { createLog } from '../observability/log.ts'
import { openShop } from '../testing/shop.ts'

test('failed jobs are logged by name', async () => {
  const shop = await openShop()
  onTestFinished(shop.close)
  const database = openDatabase('postgres://nobody@127.0.0.1:1/nowhere')
  onTestFinished(database.close)
  const named = new Set<unknown>()
  const write = (line: string) => {
    const { msg, job } = JSON.parse(line) as { msg: string; job?: string }
    if (msg === 'background job failed') named.add(job)
  }
  const config = { ...shop.config, JOB_INTERVAL_SECONDS: 0.1 }
  const logger = createLog('error', { write })
  const { app } = await createApp({ ...shop.parts, config, database, logger })
  onTestFinished(() => app.close())

  await expect
    .poll(() => named, { timeout: 20_000 })
    .toEqual(
      new Set([
        'check invariants',
        'check recent invariants',
        'expire reservations',
        'finish erasures',
        'finish shipments',
        'forget words',
        'import fitments',
        'import numbers',
        'import products',
        'index words of orders',
        'learn names',
        'list car pages',
        'mail new orders',
        'mail stock alerts',
        'pay refunds',
        'poll open payments',
        'process webhook events',
        'purge expired rows',
        'queue order mails',
        'reconcile payments',
        'remove unfinished imports',
      ]),
    )
})
