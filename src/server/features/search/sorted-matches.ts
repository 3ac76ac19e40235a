import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import {
  inSample,
  rankedColumns,
  readMax,
  rowsOf,
  sampled,
  someOf,
  tablesOf,
} from './matching-products.ts'
import type { Among, Ranking, Table } from './matching-products.ts'
import type { Meaning } from './meaning.ts'
import { tiersOf } from './tiers.ts'
import type { Condition } from './tiers.ts'

/** The most rows that are compared in an order of the catalogue, and how many of them show how many match (docs/decisions/0062). */
const walkedMax = 500
const probedMax = 64

/** Compares this many times the rows that should fill a page, judging by the first ones: few pages need more. */
const reserve = 2

/** The part of the matches that an order of the catalogue shows. */
export interface SortedPage {
  /** By the columns `id`, `price_cents` and `name`. */
  order: Condition
  /** The first so many products of an order that no index of `products` has, among others. */
  rows?: (most: Condition) => Condition
  /** Only matches after the cursor. */
  after: Condition | undefined
  offset: number
  limit: number
}

/** Conditions that together find all matches. */
const widestOf = (meaning: Meaning) => tiersOf(meaning).filter(({ isNarrow }) => !isNarrow)

/** With more matches in the sample, which has every sixteenth product, more than `readMax` products match. */
const sampleMax = readMax / 16

/** The sample has enough of very many matches if one in so many passes the filters. */
const passingMin = 20

const sampleName = (at: number) => sql.id(`sample_${at}`)

/**
 * The ids of a page of all matches in an order of the catalogue, and how many match; Infinity if very many do. Reads the matches
 * once, where a search in its own order reads the best of them first.
 */
export async function allMatchesSorted(
  db: Db,
  meaning: Meaning,
  { filters, page }: { filters: Ranking['filters']; page: SortedPage },
): Promise<{ ids: string[]; count: number }> {
  const widest = widestOf(meaning)
  if (widest.length === 0) return { ids: [], count: 0 }
  const samples = widest
    .filter(({ hasWords }) => hasWords)
    .map(({ condition }, at) => sampleOf(condition, at))
  const areMany = samples.map(
    (_, at) => sql`exists (select from ${sampleName(at)} offset ${sampleMax})`,
  )
  const passMany = samples.map(
    (_, at) => sql`(
      select count(*) > ${sampleMax}
        and count(*) filter (where ${sql.join([sql`true`, ...filters], sql` and `)}) * ${passingMin} >= count(*)
      from ${sampleName(at)})`,
  )
  const tables = widest.map((tier, rank): Table => ({ ...tier, rank }))
  const { order, after, offset, limit } = page
  const { rows } = await sql<{
    ids: string[]
    count: number
    areMany: boolean
    passMany: boolean
  }>`
    with ${sql.join([...samples, ...tablesOf(tables, { filters, limit: readMax, unless: areMany })])},
    products as materialized (select distinct id, price_cents, name from (${rowsOf(tables)}) as found)
    select (select count(*)::int from products) as count, ${someOf(areMany)} as "areMany",
      ${someOf(passMany)} as "passMany", array(
      select id from products ${after ? sql`where ${after}` : sql``}
      order by ${order} limit ${limit} offset ${offset}) as ids`.execute(db)
  const [found] = rows
  if (found?.areMany === true) {
    const wanted = { meaning, filters, isSampled: found.passMany, isWalked: true }
    return { ids: await sortedMatches(db, wanted, page), count: Infinity }
  }
  return { ids: found?.ids ?? [], count: found?.count ?? 0 }
}

/** The table of the matches in the sample, as far as they show that very many match. */
const sampleOf = (condition: Condition, at: number) => sql`${sampleName(at)} as materialized (
  select ${rankedColumns} from products
  where archived_at is null and ${inSample} and ${condition} limit ${sampleMax + 1})`

interface Sorted {
  meaning: Meaning
  filters: Ranking['filters']
  among?: Among | undefined
  /** Whether the sample has enough of the matches. */
  isSampled: boolean
  /** Whether the next products of the order are compared first. */
  isWalked?: boolean
}

/**
 * The ids of a page of the matches in an order of the catalogue. Of more than `readMax` matches some are left out.
 * Very many are found among the next products of that order, if enough of these match, and then in the sample.
 */
export async function sortedMatches(
  db: Db,
  { meaning, filters: others, among, isSampled, isWalked = isSampled }: Sorted,
  page: SortedPage,
): Promise<string[]> {
  const widest = widestOf(meaning)
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
    unless: isWalked ? [isFilled] : [],
  })
  const walked = isWalked
    ? walkedTables([...filters, someOf(widest.map(({ condition }) => condition))], page)
    : []
  const { rows } = await sql<{ id: string }>`
    with ${sql.join([...walked, ...indexed])}
    select id from (
      select distinct id, price_cents, name from (
        ${isWalked ? sql`select * from walked union all` : sql``} ${rowsOf(tables)}) as found
    ) as products
    ${after ? sql`where ${after}` : sql``}
    order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The table `walked` of the next products of an order that pass, as many as a page needs; only some of the first if few
 * of those pass. Comparing takes longer than reading an index: the first rows show how many have a page.
 */
function walkedTables(
  passing: readonly Condition[],
  { order, rows: rowsOfOrder, after, offset, limit }: SortedPage,
): Condition[] {
  const source = (rows: Condition) =>
    rowsOfOrder ? sql`(${rowsOfOrder(rows)}) as products` : sql`products`
  const passingOf = (rows: Condition, { from, most }: { from: Condition; most: Condition }) => sql`
    select ${rankedColumns}, 0 as rank from (
      select * from ${source(rows)} where archived_at is null ${after ? sql`and ${after}` : sql``}
      order by ${order} limit greatest(0, ${rows} - ${from}) offset ${from}) as products
    where ${sql.join(passing, sql` and `)} limit ${most}`
  const wanted = offset + limit
  const first = passingOf(sql`${probedMax}`, { from: sql`0`, most: sql`${probedMax}` })
  const rows = sql`(select rows from planned)`
  const others = passingOf(rows, {
    from: sql`${probedMax}`,
    most: sql`${wanted} - least(${wanted}, (select count(*) from probed))`,
  })
  return [
    sql`probed as materialized (${first})`,
    sql`planned as materialized (
      select case when count(*) * ${walkedMax} < ${limit * probedMax} then 0
        else least(${walkedMax}, ${reserve * wanted * probedMax} / count(*)) end as rows
      from probed)`,
    sql`walked as materialized (select * from probed union all (${others}))`,
  ]
}
