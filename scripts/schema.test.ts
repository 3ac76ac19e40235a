import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { openShop } from '../src/server/testing/shop.ts'
import { readCatalog } from './catalog.ts'
import type { Catalog } from './catalog.ts'
import { describeSchema } from './data-model.ts'
import { definitionsSql } from './definitions.ts'
import { columnTypes } from './schema-types.ts'
import { files } from './schema.ts'

let catalog: Catalog
beforeAll(async () => {
  const shop = await openShop()
  catalog = await readCatalog(shop.database.pool)
  await shop.close()
})

test('the diagram of the tables matches the migrated database', () => {
  expect(readFileSync(files.dataModel, 'utf8')).toBe(describeSchema(catalog))
})

test('the column types match the migrated database', () => {
  expect(readFileSync(files.types, 'utf8')).toBe(columnTypes(catalog))
})

test('the tables, functions, views and triggers that can be read are those of the migrated database', () => {
  expect(readFileSync(files.definitions, 'utf8')).toBe(definitionsSql(catalog))
})
