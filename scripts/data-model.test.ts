import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '../src/server/testing/shop.ts'
import { describeSchema, file } from './data-model.ts'

test('the data model in the documentation is that of the migrated database', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  expect(readFileSync(file, 'utf8')).toBe(`${await describeSchema(shop.database.pool)}\n`)
})
