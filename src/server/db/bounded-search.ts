import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'
import type { TextSearch } from './search.ts'

/** Rows of a list, filtered and sorted. */
type Rows<Table extends keyof Schema, Row> = SelectQueryBuilder<Schema, Table, Row>

/** The most rows that are compared in the order of the list. */
const walkedMax = 1_000

/** The most rows that are read by an index of the text, and then compared. */
const readMax = 10_000

interface Bounds {
  table: 'products' | 'orders' | 'users' | 'reviews' | 'contact_messages' | 'audit_entries'
  /** The predicate of the index of the text. */
  live?: RawBuilder<unknown>
  /** How many of the first matches the caller needs, if an index has the order and the filters of the list. */
  walkedFor?: number | undefined
  /** The most matches. */
  most?: number | undefined
}

/**
 * The rows of a list that match a search, without reading more than a part of the table for any text. Frequent
 * words are found in the order of the list, among its first rows; all others by the index of the text. Of a text
 * with more than `readMax` candidates some matches are left out, but none of the first rows (docs/decisions/0062).
 */
export function matching<Table extends keyof Schema, Row>(
  rows: Rows<Table, Row>,
  search: TextSearch,
  { table, live = sql`true`, walkedFor, most = readMax }: Bounds,
): Rows<Table, Row> {
  if (!search) return rows.where(sql<boolean>`false`)
  const named = sql.table(table)
  const walked = walkedFor !== undefined && firstMatches(rows, search, { table, found: walkedFor })
  const isEnough = walked ? sql`exists (select from walked offset ${walkedFor - 1})` : sql`false`
  // `dear_to_search` (`0025-search-cost.sql`) keeps the planner from reading the table instead of the index (docs/decisions/0078).
  const found = sql`select id from (
    select * from ${named} where ${live} and ${search.candidates} and dear_to_search(id::text)
    limit case when ${isEnough} then 0 else ${readMax} end) as ${named}
    where ${search.matches} limit ${most}`
  const ids = walked
    ? sql`with walked as materialized (${walked}) select id from walked union all (${found})`
    : found
  return rows.where(withExact(search, ids))
}

/** The rows that match a search among the first ones of a list, whose filters and order an index has. */
export const matchingAmong = <Table extends keyof Schema, Row>(
  rows: Rows<Table, Row>,
  search: TextSearch,
  table: Bounds['table'],
): Rows<Table, Row> =>
  search
    ? rows.where(withExact(search, firstMatches(rows, search, { table, rowsMax: readMax })))
    : rows.where(sql<boolean>`false`)

const withExact = ({ exact }: NonNullable<TextSearch>, ids: RawBuilder<unknown>) =>
  sql<boolean>`(${exact ?? sql`false`} or id = any (array(${ids})))`

interface First {
  table: Bounds['table']
  rowsMax?: number
  found?: number
}

function firstMatches<Table extends keyof Schema, Row>(
  rows: Rows<Table, Row>,
  { matches }: NonNullable<TextSearch>,
  { table, rowsMax = walkedMax, found = rowsMax }: First,
) {
  const first = rows.clearSelect().clearLimit().clearOffset().selectAll().limit(rowsMax)
  return sql`select id from (${first}) as ${sql.table(table)} where ${matches} limit ${found}`
}
