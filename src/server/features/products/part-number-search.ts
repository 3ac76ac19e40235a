import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { partKey } from '#contract/shared/part-number.ts'
import { holding, partLength } from '../../db/search.ts'

/** The part number holds the text, however both are written; nothing for a text too short to be looked up. */
export function inPartNumber(text: string): RawBuilder<boolean>[] {
  const key = partKey(text)
  return key.length < partLength ? [] : [holding(sql`part_key(part_number)`, key)]
}
