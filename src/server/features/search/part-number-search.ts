import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { partKey } from '#contract/shared/part-number.ts'
import { columnContains, trigramLength } from '../../db/search.ts'

const key = sql`part_key(part_number)`

/**
 * A condition that the part number contains the text, without separators and case; that it is the text, if
 * that is too short for the index; none for a text without letters and digits.
 */
export function inPartNumber(text: string): RawBuilder<boolean>[] {
  const wanted = partKey(text)
  if (wanted === '') return []
  return [
    wanted.length < trigramLength ? sql<boolean>`${key} = ${wanted}` : columnContains(key, wanted),
  ]
}
