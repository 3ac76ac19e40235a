import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { partKey } from '#contract/shared/part-number.ts'
import { partQuery } from './meaning.ts'
import type { Meaning } from './meaning.ts'
import { inOtherNumber, inPartNumber } from './part-number-search.ts'
import { hasDigit, longWord, wordsOf } from './typed-words.ts'

export type Condition = RawBuilder<unknown>

/** A condition on products. */
export interface Tier {
  condition: Condition
  /** The whole search is a number of the product. */
  isNumber?: boolean
  /** A wider condition finds the same products. */
  isNarrow?: boolean
  /** It is not looked for after a part number that is the whole search, or after any other match. */
  isNeedless?: 'after-number' | 'after-any'
  /** It compares the description. */
  isInText?: boolean
  /** It reads all products of a kind. */
  isOfKind?: boolean
  /** Read from an index of words, which lists all rows of a frequent word before the first one is read. */
  hasWords?: boolean
}

/** From the most exact to the widest (docs/decisions/0054). */
export function tiersOf({ q, numbered, exact, wide, starts, kind }: Meaning): Tier[] {
  const number = partKey(q)
  const isWhole = sql`id = any (${numbered.map(({ productId }) => productId)}::uuid[])`
  const isInNumber =
    number.length >= longWord ? [...inPartNumber(q, { isHidden: true }), inOtherNumber(q)] : []
  const begins = starts.length > 0 ? [beginsName(starts)] : []
  const widening = wide === undefined || (wide === exact && begins.length === 0) ? [] : [wide]
  const isExactNarrow = widening.length > 0
  const hasWords = true
  return [
    ...(number === '' ? [] : [{ condition: isWhole, isNumber: true }]),
    ...(exact === undefined ? [] : [{ condition: inName(exact), isNarrow: true, hasWords }]),
    ...isInNumber.map((condition) => ({ condition })),
    ...(wide === undefined ? begins.map((condition) => ({ condition, hasWords })) : []),
    ...widening.map((query) => ({
      condition: both(inName(query), begins),
      isNarrow: true,
      isNeedless: 'after-number' as const,
      hasWords,
    })),
    ...(kind === undefined ? [] : [{ condition: sql`kind = ${kind}`, isOfKind: true }]),
    ...(exact === undefined
      ? []
      : [{ condition: inText(exact), isInText: true, isNarrow: isExactNarrow, hasWords }]),
    ...widening.map((query) => ({
      condition: both(inText(query), begins),
      isInText: true,
      isNeedless: 'after-number' as const,
      hasWords,
    })),
    ...besideNumber(q).map((condition) => ({ condition, isNeedless: 'after-any' as const })),
  ]
}

// The planner does not see the query: by its numbers it would read every row for frequent words.
const hidden = (query: string) => sql`(select ${query}::text::tsquery)`
const inName = (query: string) => sql`search_stems(name) @@ ${hidden(query)}`
/** The expression of a column of the search index (`0058-one-search-index.sql`). */
const text = sql`name || ' ' || description || coalesce(' ' || brand, '')`
const inText = (query: string) => sql`search_stems(${text}) @@ ${hidden(query)}`
const beginsName = (starts: readonly string[]) =>
  sql`word_starts(name) @> array(select unnest(${starts}::text[]))`

const both = (condition: Condition, others: readonly Condition[]) =>
  sql.join([condition, ...others], sql` and `)

/** Some words of a search are the name's or the description's, and others a part of the part number. */
function besideNumber(q: string): Condition[] {
  const parts = q.split(/\s+/).filter((part) => wordsOf(part).length > 0)
  if (parts.length < 2 || !parts.some(hasDigit)) return []
  const each = parts.map((part) => {
    const query = partQuery(wordsOf(part))
    const isInText = query === undefined ? [] : [inText(query)]
    const isInNumber = partKey(part).length >= longWord ? inPartNumber(part) : []
    return sql`(${sql.join([...isInText, ...isInNumber], sql` or `)})`
  })
  return [sql.join(each, sql` and `)]
}
