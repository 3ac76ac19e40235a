import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { partKey } from '#contract/shared/part-number.ts'
import type { Db } from '../../db/index.ts'
import { partQuery } from './meaning.ts'
import type { Meaning } from './meaning.ts'
import { inPartNumber } from './part-number-search.ts'
import { hasDigit, longWord, wordsOf } from './typed-words.ts'

type Condition = RawBuilder<unknown>

/** A condition on products. */
interface Tier {
  condition: Condition
  /** The whole search is the part number. */
  isNumber?: boolean
  /** A wider condition finds the same products. */
  isNarrow?: boolean
  /** It is not looked for after a part number that is the whole search, or after any other match. */
  isNeedless?: 'after-number' | 'after-any'
}

/** A product that a search finds. */
export interface Match {
  id: string
  kind: string | null
}

/** The most rows that a condition reads to find those that pass the filters of the catalogue. */
const readMax = 10_000

/** The rules of the catalogue, as conditions on rows of `products`. */
export interface Ranking {
  /** Conditions on `kind`, `price_cents` and the stock. */
  filters: readonly Condition[]
  /** Whether a product can be ordered: among equal matches these come first. */
  inStock: Condition
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

/**
 * The products that a search finds, the best first: the more exact match, then what is in stock, then the shorter
 * name. Each condition reads one index and at most `limit` products, so of very many equal matches some are found.
 */
export async function matchingProducts(
  db: Db,
  meaning: Meaning,
  { filters, inStock, limit }: Options,
): Promise<Match[]> {
  const tiers = tiersOf(conditionsOf(meaning), filters, limit)
  if (tiers.length === 0) return []
  const { rows } = await sql<Match>`
    with ${sql.join(tiers)}
    select id, kind from (${allTiers(tiers)}) as found
    group by ${rankedColumns}
    order by min(tier), (${inStock}) desc, length(name), id limit ${limit}`.execute(db)
  return rows
}

/** The ids of a page of the matches in an order of the catalogue. */
export async function sortedMatches(
  db: Db,
  meaning: Meaning,
  filters: Ranking['filters'],
  { order, after, offset, limit }: SortedPage,
): Promise<string[]> {
  const widest = conditionsOf(meaning).filter(({ isNarrow }) => !isNarrow)
  const tiers = tiersOf(widest, filters, readMax)
  if (tiers.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with ${sql.join(tiers)}
    select id from (select distinct id, price_cents, name from (${allTiers(tiers)}) as tiers) as products
    ${after ? sql`where ${after}` : sql``}
    order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The columns that filters and orders need. */
const rankedColumns = sql.join(
  ['id', 'kind', 'price_cents', 'quantity', 'minimum_order', 'pack_size', 'name'].map((column) =>
    sql.ref(column),
  ),
)

const tierName = (tier: number) => sql.id(`tier_${tier}`)

const allTiers = (tiers: readonly Condition[]) =>
  sql.join(
    tiers.map((_, tier) => sql`select * from ${tierName(tier)}`),
    sql` union all `,
  )

/** One table for each condition. Once one is full, the wider ones stay empty. */
function tiersOf(
  wanted: readonly Tier[],
  filters: readonly Condition[],
  limit: number,
): Condition[] {
  return wanted.map(({ condition, isNeedless }, tier) => {
    const earlier = wanted.slice(0, tier)
    const found = (at: number, rows: number) =>
      sql`exists (select from ${tierName(at)} offset ${rows - 1})`
    const reasons = earlier.flatMap(({ isNumber }, at) => [
      found(at, limit),
      ...(isNeedless === 'after-any' || (isNeedless === 'after-number' && isNumber)
        ? [found(at, 1)]
        : []),
    ])
    const atMost = (rows: number) =>
      reasons.length === 0
        ? sql`${rows}`
        : sql`case when ${sql.join(reasons, sql` or `)} then 0 else ${rows} end`
    const rows = sql`
      select ${rankedColumns}, ${tier}::int as tier from products
      where archived_at is null and ${condition}`
    const passing =
      filters.length === 0
        ? sql`${rows} limit ${atMost(limit)}`
        : sql`select * from (${rows} limit ${atMost(readMax)}) as found
            where ${sql.join(filters, sql` and `)} limit ${limit}`
    return sql`${tierName(tier)} as materialized (${passing})`
  })
}

/** From the most exact to the widest. */
function conditionsOf({ q, exact, wide, starts, kind }: Meaning): Tier[] {
  const number = partKey(q)
  const isWhole = sql`part_key(part_number) = ${number} and part_number is not null`
  const isInNumber = number.length >= longWord ? inPartNumber(q) : []
  const begins = starts.length > 0 ? [beginsName(starts)] : []
  const widening = wide === undefined || (wide === exact && begins.length === 0) ? [] : [wide]
  const isExactNarrow = widening.length > 0
  return [
    ...(number === '' ? [] : [{ condition: isWhole, isNumber: true }]),
    ...(exact === undefined ? [] : [{ condition: inName(exact), isNarrow: true }]),
    ...isInNumber.map((condition) => ({ condition })),
    ...(wide === undefined ? begins.map((condition) => ({ condition })) : []),
    ...widening.map((query) => ({
      condition: both(inName(query), begins),
      isNarrow: true,
      isNeedless: 'after-number' as const,
    })),
    ...(kind === undefined ? [] : [{ condition: sql`kind = ${kind}` }]),
    ...(exact === undefined ? [] : [{ condition: inText(exact), isNarrow: isExactNarrow }]),
    ...widening.map((query) => ({
      condition: both(inText(query), begins),
      isNeedless: 'after-number' as const,
    })),
    ...besideNumber(q).map((condition) => ({ condition, isNeedless: 'after-any' as const })),
  ]
}

// The planner does not see the query: by its numbers it would read every row for frequent words.
const hidden = (query: string) => sql`(select ${query}::text::tsquery)`
const inName = (query: string) => sql`search_stems(name) @@ ${hidden(query)}`
const inText = (query: string) => sql`search_stems(name || ' ' || description) @@ ${hidden(query)}`
const beginsName = (starts: readonly string[]) =>
  sql`word_starts(name) @> array(select unnest(${starts}::text[]))`

const both = (condition: Condition, others: readonly Condition[]) =>
  sql.join([condition, ...others], sql` and `)

/** Some words of a search are the name's or the description's, and others a part of the part number. */
function besideNumber(q: string): Condition[] {
  const parts = q.split(/\s+/).filter((part) => wordsOf(part).length > 0)
  if (parts.length < 2 || !parts.some(hasDigit)) return []
  const each = parts.map((part) => {
    const query = partQuery(wordsOf(part))
    const isInText = query === undefined ? [] : [inText(query)]
    const isInNumber = partKey(part).length >= longWord ? inPartNumber(part) : []
    return sql`(${sql.join([...isInText, ...isInNumber], sql` or `)})`
  })
  return [sql.join(each, sql` and `)]
}
