import { expect, onTestFinished, test } from 'vitest'
import { defaultTimeZone } from '#contract/formats/clock.ts'
import { openShop } from '../../testing/shop.ts'
import { refuseUnknownTimeZone } from './time-zone.ts'

test('the start fails if the database does not know the time zone', async () => {
  const shop = await openShop()
  onTestFinished(shop.close)
  const { pool } = shop.database
  await refuseUnknownTimeZone(pool, defaultTimeZone)
  await expect(refuseUnknownTimeZone(pool, 'Europe/Atlantis')).rejects.toThrow('Europe/Atlantis')
})
