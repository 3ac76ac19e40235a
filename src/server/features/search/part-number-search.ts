import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ownKeys } from '#contract/numbers/gtin.ts'
import { partKey } from '#contract/shared/part-number.ts'
import { columnContains, columnSearch, trigramLength } from '../../db/search.ts'
import type { TextSearch } from '../../db/search.ts'

const key = sql`part_key(part_number)`

/** What a number contains; of a barcode its shortest writing, which is in all longer ones. */
const contained = (text: string) =>
  ownKeys(partKey(text)).reduce((one, other) => (other.length < one.length ? other : one))

/**
 * A condition that the part number contains the text, without separators and case; that it is the text, if
 * that is too short for the index; none for a text without letters and digits.
 */
export function inPartNumber(text: string, options?: { isHidden: boolean }): RawBuilder<boolean>[] {
  const wanted = contained(text)
  if (wanted === '') return []
  return [
    wanted.length < trigramLength
      ? sql<boolean>`${key} = ${wanted}`
      : columnContains(key, wanted, options),
  ]
}

/** The most numbers that are read for a part of one. */
const readMax = 1_000

/** Searches the other numbers of a product, for a text that is long enough for the index. */
export const inOtherNumber = (text: string): RawBuilder<boolean> => sql`id = any (array(
  select product_id from product_numbers
  where ${columnContains(sql`key`, contained(text), { isHidden: true })} limit ${sql.lit(readMax)}))`

/** Searches the part numbers in a list of many products. */
export function partNumberSearch(text: string): TextSearch {
  const wanted = contained(text)
  if (wanted.length >= trigramLength) return columnSearch(key, wanted)
  const [matches] = inPartNumber(text)
  return matches && { matches, candidates: matches }
}
