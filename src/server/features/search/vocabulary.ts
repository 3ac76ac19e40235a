import { sql } from 'kysely'
import type { Database, Db } from '../../db/index.ts'
import { inBatches } from '../../jobs/in-batches.ts'
import type { Batch } from '../../jobs/in-batches.ts'
import { runExclusively } from '../../jobs/run-exclusively.ts'

const batchSize = 1_000
const day = 86_400

/** Practically once: names that are added or changed later add their words by a trigger. */
const everySeconds = 3_650 * day

/** Adds the words of the names that were in the catalogue before the vocabulary, in batches. */
export const learnNames = ({ db, pool }: Pick<Database, 'db' | 'pool'>): Promise<boolean> =>
  runExclusively(pool, { name: 'learn names', everySeconds, leaseSeconds: 3_600 }, async () => {
    const names = await inBatches('00000000-0000-0000-0000-000000000000', (after) =>
      learnBatch(db, after),
    )
    return { names }
  })

async function learnBatch(db: Db, after: string): Promise<Batch<string>> {
  const { rows } = await sql<Batch<string>>`
    with batch as materialized (
      select id, name from products where id > ${after} and archived_at is null order by id limit ${batchSize}
    ), learned as (select add_search_words(array(select name from batch)))
    select (select count(*) from batch) as count, (select id from batch order by id desc limit 1) as last
    from learned`.execute(db)
  return rows[0] ?? { count: 0, last: null }
}

/** Removes the words that no product for sale and no synonym has any more. Daily. */
export const forgetWords = ({ db, pool }: Pick<Database, 'db' | 'pool'>): Promise<boolean> =>
  runExclusively(
    pool,
    { name: 'forget words', everySeconds: day, leaseSeconds: 3_600 },
    async () => {
      const removed = await inBatches(0, (after: number) => forgetBatch(db, after))
      return { removed }
    },
  )

async function forgetBatch(db: Db, after: number): Promise<Batch<number>> {
  const { rows } = await sql<Batch<number>>`
    with batch as materialized (
      select id, spelled from search_words where id > ${after} order by id limit ${100}
    ), removed as (
      delete from search_words using batch
      where search_words.id = batch.id
        and not exists (
          select from products where archived_at is null
            and search_stems(name) @@ plainto_tsquery('pg_catalog.english', batch.spelled))
        and not exists (
          select from search_synonyms, unnest(terms) as term
          where removed_at is null
            and search_stems(term) @@ plainto_tsquery('pg_catalog.english', batch.spelled))
      returning 1
    )
    select (select count(*) from removed) as count, (select max(id) from batch) as last`.execute(db)
  return rows[0] ?? { count: 0, last: null }
}
