import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { partKey } from '#contract/shared/part-number.ts'
import { columnContains, trigramLength } from '../../db/search.ts'

/** A condition that the part number contains the text, without separators and case; none if the text is too short. */
export function inPartNumber(text: string): RawBuilder<boolean>[] {
  const key = partKey(text)
  return key.length < trigramLength ? [] : [columnContains(sql`part_key(part_number)`, key)]
}
