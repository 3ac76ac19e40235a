import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../app.ts'
import { openDatabase } from '../db/index.ts'
import { createLog } from '../observability/log.ts'
import { openShop } from '../testing/shop.ts'

test('a job that fails is named in the log', async () => {
  const shop = await openShop()
  onTestFinished(shop.close)
  const database = openDatabase('postgres://nobody@127.0.0.1:1/nowhere')
  onTestFinished(database.close)
  const named = new Set<unknown>()
  const write = (line: string) => {
    const { msg, job } = JSON.parse(line) as { msg: string; job?: string }
    if (msg === 'a job failed') named.add(job)
  }
  const config = { ...shop.config, SWEEP_SECONDS: 0.1 }
  const logger = createLog('error', { write })
  const { app } = await createApp({ ...shop.parts, config, database, logger })
  onTestFinished(() => app.close())

  await expect
    .poll(() => named, { timeout: 20_000 })
    .toEqual(
      new Set([
        'ask about open payments',
        'check invariants',
        'check invariants lately',
        'import products',
        'lapse holds',
        'make order mails',
        'pay refunds',
        'reconcile payments',
        'upkeep',
        'work off events',
      ]),
    )
})
