import type { SelectQueryBuilder } from 'kysely'
import { matchesMax } from '#contract/shared/fields.ts'
import type { Db } from './index.ts'
import type { Schema } from './schema.ts'

/** Counts rows; the matches of a search only up to a limit, since counting all could take seconds. */
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
