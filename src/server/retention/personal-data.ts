import { accountTables } from './account-tables.ts'
import { orderTables } from './order-tables.ts'
import { shopTables } from './shop-tables.ts'
import type { StoredTable } from './stored-table.ts'

/**
 * Every table of the shop, with its personal data and how long that stays. Background jobs, downloads, erasures
 * and documents follow this list; a test compares it with the columns of the database.
 */
export const storedTables: Readonly<Record<string, StoredTable>> = {
  ...accountTables,
  ...orderTables,
  ...shopTables,
}

/** A table's name in SQL: `user` is a word of the language. */
export const sqlName = (table: string) =>
  table
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')
