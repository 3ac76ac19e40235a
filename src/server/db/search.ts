import { sql } from 'kysely'
import type { Expression, RawBuilder } from 'kysely'

type Condition = RawBuilder<boolean>

/** What a list searches for, as conditions on its rows; undefined if nothing matches. */
export type TextSearch = Conditions | undefined

interface Conditions {
  matches: Condition
  /**
   * Holds for the rows that match and few others, and an index tells which. The planner does not see the text,
   * since by its numbers it would read every row for words that never occur together.
   */
  candidates: Condition
  /** Holds for a few more rows, which another index finds without a limit, such as the row with an id. */
  exact?: Condition
}

/** The fewest letters or digits in a row that the trigram indexes find. */
export const trigramLength = 3

const asciiTrigram = /[a-z\d]{3}/i
const trigram = /[\p{Alphabetic}\p{Nd}]{3}/u
const trigrams = /(?=(?<letters>[\p{Alphabetic}\p{Nd}]{3}))/gu
const runs = /[\p{Alphabetic}\p{Nd}]+/gu

/** Three letters or digits in a row, which every search in a trigram index needs. */
const trigramIn = (text: string) => (asciiTrigram.exec(text) ?? trigram.exec(text))?.[0]

const both = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(conditions, sql` and `)})`
const either = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(conditions, sql` or `)})`

/** Finds what any of the searches finds. */
export function anyOf(searches: readonly TextSearch[]): TextSearch {
  const known = searches.filter((search) => search !== undefined)
  if (known.length === 0) return undefined
  return {
    matches: either(known.map(({ matches }) => matches)),
    candidates: either(known.map(({ candidates }) => candidates)),
  }
}

/**
 * Finds rows with the text in any column, ignoring case. Each must be part of a `gin_trgm_ops` index
 * (`0016-search.sql`), so nothing matches a text without three letters or digits in a row: the database
 * would look for it in every row.
 */
export const textSearch = (columns: readonly string[], text: string): TextSearch =>
  anyOf(columns.map((column) => columnSearch(sql.ref(column), text)))

/** Finds rows with the text in an expression that has a `gin_trgm_ops` index, ignoring case. */
export function columnSearch(column: Expression<unknown>, typed: string): TextSearch {
  const text = typed.normalize('NFC')
  const found = trigramIn(text)
  if (found === undefined) return undefined
  const known = isKnown(found)
  const pieces = piecesOf(longDigits(text) ?? text).map((piece) => {
    const whole = isKnown(piece)
    const pattern =
      whole.length === 0
        ? sql`(select ${`%${piece}%`}::text)`
        : sql`(select case when ${both(whole)} then ${`%${piece}%`}::text else ${`%${found}%`}::text end)`
    return sql<boolean>`${column} ilike ${pattern}`
  })
  return {
    matches: both([...known, columnContains(column, text)]),
    candidates: both([...known, ...pieces]),
  }
}

const piecesMax = 6

/**
 * Some of the trigrams of a text. A row that has them passes the index's own check too, unlike one that has
 * all trigrams of a text that it does not contain: those are read without being counted.
 */
function piecesOf(text: string): string[] {
  const all = [...new Set([...text.matchAll(trigrams)].map((match) => match[1] ?? ''))]
  const count = Math.min(all.length, piecesMax)
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] ?? '')
}

/**
 * Whether the index has these letters, which the planner evaluates: some databases, such as those with the
 * locale C, take only ASCII for letters, and would look for any others in every row.
 */
const isKnown = (letters: string): Condition[] =>
  (letters.match(/\P{ASCII}/gu) ?? []).map((letter) => sql`show_trgm(${letter}) <> '{}'`)

/**
 * Finds products whose name or description contains the text. Of a text without three letters or digits in a
 * row every run of them begins a word of the name; a text of signs matches nothing.
 */
export function productSearch(
  columns: readonly ('name' | 'description')[],
  typed: string,
): TextSearch {
  const text = typed.normalize('NFC')
  if (trigramIn(text) !== undefined) return textSearch(columns, text)
  const starts = text.toLowerCase().match(runs) ?? []
  if (starts.length === 0) return undefined
  return {
    matches: sql`word_starts(name) @> ${starts}::text[]`,
    candidates: sql`word_starts(name) @> array(select unnest(${starts}::text[]))`,
  }
}

/** A word with six or more digits in a row: few rows contain the same ones. */
const longNumber = /^\D*?(?<digits>\d{6,})\S*$/

const longDigits = (text: string) =>
  /\s/.test(text) ? undefined : longNumber.exec(text)?.groups?.['digits']

/**
 * Whether an expression with a `gin_trgm_ops` index contains a text with three letters or digits in a row,
 * ignoring case. For a long number the index is searched for the digits alone: the letters before them may
 * occur in every row, and each of their trigrams would be looked up in all of them. With `isHidden` the plan does
 * not depend on the text.
 */
export function columnContains(
  column: Expression<unknown>,
  text: string,
  { isHidden = false } = {},
): Condition {
  const digits = longDigits(text)
  const isLike = (part: string): Condition =>
    isHidden ? sql`${column} ilike (select ${part}::text)` : sql`${column} ilike ${part}`
  if (digits === undefined) return isLike(`%${literal(text)}%`)
  return sql`(${isLike(`%${digits}%`)} and strpos(lower(${column}), lower(${text})) > 0)`
}

const emailWithDomain = /^[^@\s]+@[^@\s]+\.[^@\s]*$/

/**
 * Finds an e-mail address with its domain as a prefix, by an index of `email` (`0030-email-addresses.sql`): the
 * trigrams of the common providers' domains occur in half of all rows. A text that is too short for the trigram
 * index is a prefix too. Any other text is found like by `textSearch`.
 */
export function emailOrTextSearch(columns: readonly string[], text: string): TextSearch {
  if (!emailWithDomain.test(text) && trigramIn(text) !== undefined) return textSearch(columns, text)
  const start = text.toLowerCase()
  return {
    matches: sql`email like ${`${literal(start)}%`}`,
    candidates: beginsWith(sql`email`, sql`${start}::text`),
  }
}

/**
 * Finds rows with a column that begins with the text, ignoring case, by an index of `lower(column)` with
 * `text_pattern_ops`. The database converts both to lower case, so that it treats all letters alike.
 */
export function prefixSearch(column: Expression<unknown>, typed: string): Conditions {
  const start = sql`lower(${typed.normalize('NFC')}::text)`
  const folded = sql`lower(${column})`
  return {
    matches: sql`starts_with(${folded}, ${start})`,
    candidates: beginsWith(folded, start),
  }
}

/** The bytes from the text up to its longest continuation; by a pattern that the planner does not see it cannot read an index. */
const beginsWith = (column: Expression<unknown>, start: Expression<unknown>): Condition =>
  sql`(${column} ~>=~ (select ${start}) and ${column} ~<~ (select ${start} || ${afterAll}::text))`

const afterAll = String.fromCodePoint(0x10ffff)

const literal = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** The order of a column of names, in which accents and case count last; the expression of an index. */
export const nameOrder = (column = 'name') => `name_order(${column}) collate "C"`
