import { sql } from 'kysely'
import { runPrepared } from '../../db/index.ts'
import type { Connections, Db } from '../../db/index.ts'
import type { Meaning } from './meaning.ts'
import { tiersOf } from './tiers.ts'
import type { Condition, Tier } from './tiers.ts'

/** A product that a search finds. */
export interface Match {
  id: string
  kind: string | null
}

/** The most rows that a condition reads to find those that pass the filters of the catalogue. */
const readMax = 10_000

/** The most rows that are compared in an order of the catalogue, and how many of them show how many match. */
const walkedMax = 500
const probedMax = 64

/** The predicate of the index of the sample (`0058-one-search-index.sql`). */
export const inSample = sql`right(id::text, 1) = '0'`

/** The rules of the catalogue, as conditions on rows of `products`. */
export interface Ranking {
  /** Conditions on `kind`, `price_cents` and the stock. */
  filters: readonly Condition[]
  /** Whether a product can be ordered: among equal matches these come first. */
  inStock: Condition
  /** Only these products are found. */
  among?: Among | undefined
}

/** The products that a search is limited to, such as those that fit a car. */
export interface Among {
  /** Their ids, unless they are many. */
  few: readonly string[] | undefined
  /** A query of their ids, in any order. */
  ids: Condition
  /** The condition on rows of `found`. */
  condition: Condition
}

interface Options extends Ranking {
  /** The most products of each condition, and of the answer. */
  limit: number
}

/** The part of the matches that an order of the catalogue shows. */
export interface SortedPage {
  /** By the columns `id`, `price_cents` and `name`. */
  order: Condition
  /** Only matches after the cursor. */
  after: Condition | undefined
  offset: number
  limit: number
}

interface Matches {
  /** The best first. */
  matches: Match[]
  /** Whether only the sample was searched, which has enough of very many matches. */
  isSampled: boolean
}

/**
 * The products that a search finds, the best first: the more exact match, then what is in stock, then the shorter
 * name. Each condition reads one index and at most `limit` products, so of very many equal matches some are found:
 * those of the sample, if it has as many.
 */
export async function matchingProducts(
  from: Connections,
  meaning: Meaning,
  { filters, inStock, limit }: Options,
): Promise<Matches> {
  const tables = tiersOf(meaning).flatMap((tier, rank): Table[] => [
    ...(tier.hasWords ? [sampled(tier, rank)] : []),
    { ...tier, rank },
  ])
  if (tables.length === 0) return { matches: [], isSampled: false }
  const fullSamples = tables.flatMap(({ isSample }, at) => (isSample ? [hasRows(at, limit)] : []))
  const statement = sql<Match & { isSampled: boolean }>`
    with ${sql.join(tablesOf(tables, { filters, limit }))}
    select id, kind, ${someOf(fullSamples)} as "isSampled" from (${rowsOf(tables)}) as found
    group by ${rankedColumns}
    order by min(rank), (${inStock}) desc, length(name), id limit ${limit}`
  // Other statements have many forms.
  const isUsual =
    filters.length === 0 && tables.every(({ isNeedless }) => isNeedless !== 'after-any')
  const rows = isUsual
    ? await runPrepared(from, statement)
    : (await statement.execute(from.db)).rows
  return {
    matches: rows.map(({ id, kind }) => ({ id, kind })),
    isSampled: rows[0]?.isSampled === true,
  }
}

interface Sorted {
  meaning: Meaning
  filters: Ranking['filters']
  among?: Among | undefined
  isSampled: boolean
}

/**
 * The ids of a page of the matches in an order of the catalogue. Of more than `readMax` matches some are left out.
 * Very many are found among the next products of that order, if enough of these match, and then in the sample.
 */
export async function sortedMatches(
  db: Db,
  { meaning, filters: others, among, isSampled }: Sorted,
  page: SortedPage,
): Promise<string[]> {
  const widest = tiersOf(meaning).filter(({ isNarrow }) => !isNarrow)
  if (widest.length === 0) return []
  const filters = [...others, ...(among ? [among.condition] : [])]
  const { order, after, offset, limit } = page
  const isFilled = sql`exists (select from walked offset ${offset + limit - 1})`
  const tables = widest.map((tier, rank): Table =>
    isSampled && tier.hasWords ? sampled(tier, rank) : { ...tier, rank },
  )
  const indexed = tablesOf(tables, {
    filters,
    limit: readMax,
    unless: isSampled ? [isFilled] : [],
  })
  const walked = isSampled
    ? walkedTables([...filters, someOf(widest.map(({ condition }) => condition))], page)
    : []
  const { rows } = await sql<{ id: string }>`
    with ${sql.join([...walked, ...indexed])}
    select id from (
      select distinct id, price_cents, name from (
        ${isSampled ? sql`select * from walked union all` : sql``} ${rowsOf(tables)}) as found
    ) as products
    ${after ? sql`where ${after}` : sql``}
    order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The table `walked` of the next products of an order that pass, empty if few of them would. */
function walkedTables(
  passing: readonly Condition[],
  { order, after, offset, limit }: SortedPage,
): Condition[] {
  const next = (rows: Condition, found: number) => sql`
    select ${rankedColumns}, 0 as rank from (
      select * from products where archived_at is null ${after ? sql`and ${after}` : sql``}
      order by ${order} limit ${rows}) as products
    where ${sql.join(passing, sql` and `)} limit ${found}`
  // Comparing takes longer than reading an index: the first of these rows show whether the others have a page.
  const isWorthIt = sql`(select count(*) from probed) * ${walkedMax} >= ${limit * probedMax}`
  const walked = next(sql`case when ${isWorthIt} then ${walkedMax} else 0 end`, offset + limit)
  return [
    sql`probed as materialized (${next(sql`${probedMax}`, probedMax)})`,
    sql`walked as materialized (${walked})`,
  ]
}

/** A table of the products that a condition finds. */
interface Table extends Tier {
  /** Better matches have a lower one. */
  rank: number
  isSample?: boolean
  /** Not read if this holds. */
  unless?: Condition
}

const sampled = (tier: Tier, rank: number): Table => ({
  ...tier,
  condition: sql`${inSample} and ${tier.condition}`,
  rank,
  isSample: true,
})

/** The columns that filters and orders need. */
export const rankedColumns = sql.join(
  ['id', 'kind', 'price_cents', 'quantity', 'minimum_order', 'pack_size', 'name'].map((column) =>
    sql.ref(column),
  ),
)

export const someOf = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`

const nameOf = (at: number) => sql.id(`tier_${at}`)

export const hasRows = (at: number, rows: number) =>
  sql`exists (select from ${nameOf(at)} offset ${rows - 1})`

export const rowsOf = (tables: readonly Table[]) =>
  sql.join(
    tables.map((_, at) => sql`select * from ${nameOf(at)}`),
    sql` union all `,
  )

interface Read {
  columns?: Condition
  filters: readonly Condition[]
  limit: number
  /** Nothing is read if one of these holds. */
  unless?: readonly Condition[]
}

/** Reads one index for each table. Once one is full, the wider ones stay empty. */
export function tablesOf(
  tables: readonly Table[],
  { columns = rankedColumns, filters, limit, unless = [] }: Read,
): Condition[] {
  return tables.map(({ condition, isNeedless, rank, unless: own }, at) => {
    const reasons = [
      ...unless,
      ...(own ? [own] : []),
      ...tables
        .slice(0, at)
        .flatMap(({ isNumber }, earlier) => [
          hasRows(earlier, limit),
          ...(isNeedless === 'after-any' || (isNeedless === 'after-number' && isNumber)
            ? [hasRows(earlier, 1)]
            : []),
        ]),
    ]
    const atMost = (rows: number) =>
      reasons.length === 0
        ? sql.lit(rows)
        : sql`case when ${someOf(reasons)} then 0 else ${sql.lit(rows)} end`
    const rows = sql`
      select ${columns}, ${rank}::int as rank from products
      where archived_at is null and ${condition}`
    const passing =
      filters.length === 0
        ? sql`${rows} limit ${atMost(limit)}`
        : sql`select * from (${rows} limit ${atMost(readMax)}) as found
            where ${sql.join(filters, sql` and `)} limit ${limit}`
    return sql`${nameOf(at)} as materialized (${passing})`
  })
}
