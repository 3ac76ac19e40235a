import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { openShop } from '../src/server/testing/shop.ts'
import { readCatalog } from './catalog.ts'
import type { Catalog } from './catalog.ts'
import { describeSchema } from './data-model.ts'
import { columnTypes } from './schema-types.ts'
import { files } from './schema.ts'

let catalog: Catalog
beforeAll(async () => {
  const shop = await openShop()
  catalog = await readCatalog(shop.database.pool)
  await shop.close()
})

test('the documented data model matches the migrated database', () => {
  expect(readFileSync(files.dataModel, 'utf8')).toBe(describeSchema(catalog))
})

test('the column types match the migrated database', () => {
  expect(readFileSync(files.types, 'utf8')).toBe(columnTypes(catalog))
})
