import type { SelectQueryBuilder } from 'kysely'
import { matchesMax } from '#contract/shared/fields.ts'
import type { Db } from './index.ts'
import type { Schema } from './schema.ts'

/**
 * Counts rows; the matches of a search only up to a limit, since counting all could take seconds. In the order
 * of an index, which keeps the planner from reading the table from its beginning.
 */
export async function countMatches<Table extends keyof Schema>(
  db: Db,
  matches: SelectQueryBuilder<Schema, Table, { id: unknown }>,
  isSearch: boolean,
): Promise<number> {
  const { all } = await db
    .selectFrom((isSearch ? matches.orderBy('id').limit(matchesMax + 1) : matches).as('matches'))
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return all
}
