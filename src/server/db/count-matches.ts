import type { SelectQueryBuilder } from 'kysely'
import { matchesMax } from '#contract/shared/fields.ts'
import type { Db } from './index.ts'
import type { Schema } from './schema.ts'

/** How many rows there are; of a search no more than can be read in a moment. */
export async function countMatches<Table extends keyof Schema>(
  db: Db,
  matches: SelectQueryBuilder<Schema, Table, { id: unknown }>,
  isSearch: boolean,
): Promise<number> {
  const { all } = await db
    .selectFrom((isSearch ? matches.limit(matchesMax + 1) : matches).as('matches'))
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return all
}
