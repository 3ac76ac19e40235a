import { sql } from 'kysely'
import { runPrepared } from '../../db/prepared.ts'
import type { Connections } from '../../db/index.ts'
import type { Meaning } from './meaning.ts'
import { tiersOf } from './tiers.ts'
import type { Condition, Tier } from './tiers.ts'

/** A product that a search finds. */
export interface Match {
  id: string
  kind: string | null
}

/** The most rows that a condition reads to find those that pass the filters of the catalogue. */
export const readMax = 10_000

/** The predicate of the index of the sample (`0058-one-search-index.sql`, docs/decisions/0062). */
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
  // Other statements have many forms (docs/decisions/0062).
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

/** A table of the products that a condition finds. */
export interface Table extends Tier {
  /** Better matches have a lower one. */
  rank: number
  isSample?: boolean
  /** Not read if this holds. */
  unless?: Condition
}

export const sampled = (tier: Tier, rank: number): Table => ({
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
