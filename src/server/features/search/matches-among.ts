import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import type { Among, Match, Ranking } from './matching-products.ts'
import { hasRows, inSample, rankedColumns, rowsOf, someOf, tablesOf } from './matching-products.ts'
import type { Meaning } from './meaning.ts'
import { tiersOf } from './tiers.ts'
import type { Tier } from './tiers.ts'

/** The most products whose texts are compared one by one, 60 µs each. */
const comparedMax = 300

/** The most rows that are read for words: they take a thirtieth of a comparison. */
const readMax = { few: 2_000, many: 10_000 }

/**
 * A word with so many products in the sample, which has every sixteenth, is frequent: it has more than half of the rows that
 * are read for few products, and reading its index would take longer than comparing these.
 */
const frequentInSample = Math.floor(readMax.few / 16 / 2)

/** With so many matches among the rows of a frequent word no product is compared. */
const enough = 100

interface Options extends Ranking {
  among: Among
  /** The most products of the answer. */
  limit: number
}

/**
 * The products that a search finds among some. Rows of the searched words are read first, as far as they are few
 * enough. For more frequent words the products that the search is limited to are compared: all of few, without reading
 * the words, or the first of many. Matches in the description only have the same rank (docs/decisions/0073).
 */
export async function matchesAmong(
  db: Db,
  meaning: Meaning,
  { among, filters, inStock, limit }: Options,
): Promise<Match[]> {
  const tiers = tiersOf(meaning)
  const widest = tiers.filter(({ isNarrow }) => !isNarrow).map((tier, rank) => ({ ...tier, rank }))
  if (widest.length === 0) return []
  const { few } = among
  const areFew = few !== undefined && few.length <= comparedMax
  const read = areFew ? readMax.few : readMax.many
  const tables = widest.map((tier, at) => ({
    ...tier,
    ...(tier.isOfKind &&
      few && { condition: sql`${tier.condition} and id = any (${few}::uuid[])` }),
    ...(tier.hasWords && areFew && { unless: isFrequent(at) }),
  }))
  const isCut = someOf(
    widest.flatMap(({ hasWords }, at) =>
      hasWords ? [areFew ? isFrequent(at) : hasRows(at, read)] : [],
    ),
  )
  const isShort = areFew
    ? sql`true`
    : sql`not exists (select from met offset ${sql.lit(enough - 1)})`
  const passing = sql.join([among.condition, ...filters], sql` and `)
  const first = few
    ? sql`id = any (${few}::uuid[])`
    : sql`id in (${among.ids} limit ${comparedMax})`
  const ranks = tiers.flatMap(({ condition, isInText, isNeedless }, rank) =>
    isInText || isNeedless === 'after-any' ? [] : [sql`when ${condition} then ${sql.lit(rank)}`],
  )
  const rank = ranks.length === 0 ? sql`0` : sql`case ${sql.join(ranks, sql` `)} else 99 end`
  const statement = sql<Match>`
    with ${sql.join([
      ...(areFew ? probesOf(widest) : []),
      ...tablesOf(tables, { columns: comparedColumns, filters: [], limit: read }),
    ])},
    met as materialized (
      select ${comparedColumns} from (${rowsOf(tables)}) as found where ${passing}
    ),
    compared as materialized (
      select ${comparedColumns} from products
      where ${sql.join([sql`archived_at is null`, first, ...filters], sql` and `)}
      limit case when ${isCut} and ${isShort} then ${comparedMax} else 0 end
    )
    select id, kind from (
      select distinct on (id) * from (
        (select * from met limit ${limit})
        union all
        select * from compared where ${someOf(widest.map(({ condition }) => condition))}
      ) as found
    ) as found
    order by ${rank}, (${inStock}) desc, length(name), id limit ${limit}`
  // Not prepared: the planner compares with the ids by a hash table only if it sees them.
  return (await statement.execute(db)).rows
}

/** Also the columns that the conditions of a search compare. */
const comparedColumns = sql`${rankedColumns}, part_number, description, brand`

const probeOf = (at: number) => sql.id(`probe_${at}`)

/** The tables of how many products of the sample a condition of words has, as far as that matters. */
const probesOf = (tiers: readonly Tier[]) =>
  tiers.flatMap(({ condition, hasWords }, at) =>
    hasWords
      ? [
          sql`${probeOf(at)} as materialized (select count(*) as rows from (
            select from products where archived_at is null and ${inSample} and ${condition}
            limit ${sql.lit(frequentInSample)}) as probed)`,
        ]
      : [],
  )

const isFrequent = (at: number) =>
  sql`(select rows from ${probeOf(at)}) >= ${sql.lit(frequentInSample)}`
