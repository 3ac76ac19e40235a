import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { MissedSearch } from '#contract/manage-search.ts'
import type { Db } from '../../db/index.ts'
import { normalised } from './typed-words.ts'

/** The most different searches of one day that are stored. */
export const missesPerDay = 1_000

/** The most writes of one node in a second: a flood of searches is counted in part. */
const writesPerSecond = 5

const textMax = 60

/** Texts that may be a phone number, a card number or an address are not stored. */
const mayNameSomebody = /@|\+\s*\d|\d[\d\s-]{11,}\d/

/** The text of a search as it is counted; undefined for one that is not stored. */
export function countedText(q: string): string | undefined {
  const text = normalised(q)
  const isCounted = text.length >= 3 && text.length <= textMax && !mayNameSomebody.test(q)
  return isCounted ? text : undefined
}

/**
 * Counts a search without result. When the day is full, a search that was made once gives way, so that a flood of
 * random words does not keep frequent searches out.
 */
export const countMiss = (db: Db, text: string): Promise<unknown> =>
  sql`
    with room as (
      select count(*) as used from search_misses where day = current_date
    ), removed as (
      delete from search_misses where ctid = (
        select ctid from search_misses, room
        where day = current_date and count = 1 and used >= ${missesPerDay} and text <> ${text}
          and not exists (select from search_misses where day = current_date and text = ${text})
        order by last_at limit 1 for update of search_misses skip locked)
      returning 1
    )
    insert into search_misses (day, text)
    select current_date, ${text}
    where (select used from room) < ${missesPerDay} or exists (select from removed)
      or exists (select from search_misses where day = current_date and text = ${text})
    on conflict (day, text) do update set count = search_misses.count + 1, last_at = now()`.execute(
    db,
  )

/** Counts searches without result in the background; a failure is logged and loses one count. */
export function createMissCounter(db: Db, log: FastifyBaseLogger) {
  let second = 0
  let writes = 0
  return (q: string) => {
    const text = countedText(q)
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, writes] = [now, 0]
    if (text === undefined || writes >= writesPerSecond) return
    writes += 1
    countMiss(db, text).catch((error: unknown) => {
      log.warn({ err: error }, 'a search without result was not counted')
    })
  }
}

const shownMisses = 200
const comparedMisses = 1_000

/** The most frequent first. The beginning of a longer search is a pause in typing it, and is left out. */
export async function listMisses(db: Db): Promise<MissedSearch[]> {
  const { rows } = await sql<Omit<MissedSearch, '_id' | 'lastAt'> & { lastAt: Date }>`
    with missed as (
      select text, sum(count)::int as count, max(last_at) as "lastAt" from search_misses
      group by text order by count desc, "lastAt" desc limit ${comparedMisses}
    )
    select text, count, "lastAt" from missed
    where not exists (
      select from missed as longer
      where starts_with(longer.text, missed.text) and longer.text <> missed.text and longer.count >= missed.count)
    order by count desc, "lastAt" desc limit ${shownMisses}`.execute(db)
  return rows.map(({ lastAt, ...row }) => ({ _id: row.text, ...row, lastAt: lastAt.toISOString() }))
}
