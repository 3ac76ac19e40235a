import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import type { DoubtfulRow, ReadNumber } from './read-row.ts'

/**
 * Refuses the rows of a file whose number may be none. One that the part has already stays: an export is taken back as it
 * was, with numbers that would be refused today.
 */
export async function refuseDoubtful(db: Db, rows: readonly DoubtfulRow[]): Promise<ReadNumber[]> {
  const doubtful = rows.filter(({ doubt, problem }) => doubt !== undefined && problem === null)
  const kept = doubtful.length > 0 ? await linesOfStored(db, doubtful) : new Set()
  return rows.map(({ doubt, ...row }) =>
    doubt === undefined || row.problem !== null || kept.has(row.line)
      ? row
      : { ...row, problem: doubt },
  )
}

/** The lines whose number the part has already, in the same kind and writing. */
async function linesOfStored(db: Db, rows: readonly ReadNumber[]) {
  const column = (name: 'line' | 'part_key' | 'kind' | 'number') => rows.map((row) => row[name])
  const { rows: stored } = await sql<{ line: number }>`
    select asked.line
    from unnest(${column('line')}::integer[], ${column('part_key')}::text[],
      ${column('kind')}::text[], ${column('number')}::text[]) as asked(line, part_key, kind, number)
    join products on part_key(part_number) = asked.part_key and part_number is not null
    join product_numbers live on live.product_id = products.id
      and live.kind = asked.kind and live.number = asked.number`.execute(db)
  return new Set(stored.map(({ line }) => line))
}
