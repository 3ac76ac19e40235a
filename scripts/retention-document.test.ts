import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { storedTables } from '../src/server/retention/personal-data.ts'
import { openShop } from '../src/server/testing/shop.ts'
import { readCatalog } from './catalog.ts'
import type { Column } from './catalog.ts'
import { retentionDocument } from './retention-document.ts'
import { files } from './schema.ts'

let columns: Column[]
beforeAll(async () => {
  const shop = await openShop()
  columns = (await readCatalog(shop.database.pool)).columns
  await shop.close()
})

/** Columns that may say something about a person: texts, JSON, and references to accounts. */
const mayBePersonal = ({ type, name }: Column) =>
  /^(?:text|character|json|bytea|inet)/.test(type) || ['user_id', 'done_by'].includes(name)

const isListed = ({ table, name }: Column) => {
  const { personal = [], other = [] } = storedTables[table] ?? {}
  return personal.includes(name) || other.includes(name)
}

const namesOf = (rows: Column[]) => rows.map(({ table, name }) => `${table}.${name}`)

/** @shows row-95, asvs-14.1.1 */
test('every column that may hold personal data is in the list of stored tables', () => {
  const hint = 'Columns for `personal` or `other` of their table in src/server/retention'
  const missing = columns.filter((column) => mayBePersonal(column) && !isListed(column))
  expect(namesOf(missing), hint).toEqual([])
})

test('the list of stored tables has no table and no column that does not exist', () => {
  const existing = new Set(namesOf(columns))
  const listed = Object.entries(storedTables).flatMap(([table, { personal, other = [] }]) =>
    [...personal, ...other].map((name) => `${table}.${name}`),
  )
  expect(listed.filter((name) => !existing.has(name))).toEqual([])
  expect(Object.keys(storedTables).toSorted()).toEqual(
    [...new Set(columns.map(({ table }) => table))].toSorted(),
  )
})

/** @shows row-95 */
test('personal data has a title, a retention period and a consequence of an erasure', () => {
  const incomplete = Object.entries(storedTables)
    .filter(([, { personal }]) => personal.length > 0)
    .filter(([, { title, kept, whenErased }]) => !title || !kept || !whenErased)
  expect(incomplete.map(([table]) => table)).toEqual([])
})

/** @shows row-95 */
test('the documented retention periods are those of the list', () => {
  expect(readFileSync(files.retention, 'utf8')).toBe(retentionDocument())
})
