import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, RawBuilder, SqlBool } from 'kysely'
import type { Schema } from './schema.ts'

/** The fewest letters or digits in a row that the trigram indexes find. */
export const trigramLength = 3

const asciiTrigram = /[a-z\d]{3}/i
const trigram = /[\p{Alphabetic}\p{Nd}]{3}/u
const runs = /[\p{Alphabetic}\p{Nd}]+/gu

/** Three letters or digits in a row, which every search in a trigram index needs. */
const trigramIn = (text: string) => (asciiTrigram.exec(text) ?? trigram.exec(text))?.[0]

const matchesNothing = sql<boolean>`false`

/**
 * Whether any of the columns contains the text, ignoring case. Each must be part of a `gin_trgm_ops` index
 * (`0016-search.sql`), so nothing matches a text without three letters or digits in a row: the database
 * would look for it in every row.
 */
export function matchesText<Table extends keyof Schema>(
  where: ExpressionBuilder<Schema, Table>,
  columns: readonly (keyof Schema[Table] & string)[],
  typed: string,
): Expression<SqlBool> {
  const text = typed.normalize('NFC')
  const found = trigramIn(text)
  if (found === undefined) return matchesNothing
  const contained = columns.map((column) => columnContains(sql.ref(column), text))
  return where.and([...isKnown(found), where.or(contained)])
}

/**
 * Whether the index has these letters, which the planner evaluates: some databases, such as those with the
 * locale C, take only ASCII for letters, and would look for any others in every row.
 */
const isKnown = (letters: string) =>
  (letters.match(/\P{ASCII}/gu) ?? []).map((letter) => sql<boolean>`show_trgm(${letter}) <> '{}'`)

/**
 * Matches products whose name or description contains the text. Of a text without three letters or digits in a
 * row every run of them begins a word of the name; a text of signs matches nothing.
 */
export function matchesProduct(
  where: ExpressionBuilder<Schema, 'products'>,
  columns: readonly ('name' | 'description')[],
  typed: string,
  { isArchived = false } = {},
): Expression<SqlBool> {
  const text = typed.normalize('NFC')
  if (trigramIn(text) !== undefined) return matchesText(where, columns, text)
  const starts = runsOf(text)
  if (starts.length === 0) return matchesNothing
  return starts.length === 1
    ? sql<boolean>`word_starts(name) @> ${starts}::text[]`
    : sql<boolean>`id = any(${someBeginning(starts, isArchived)})`
}

const runsOf = (text: string): string[] => text.normalize('NFC').toLowerCase().match(runs) ?? []

const beginningMax = 1000

/**
 * Ids of products with words that begin so; of very many, as few short words have, not all. The planner does
 * not see the array, since by its numbers it would read every row for words that never occur together.
 */
const someBeginning = (starts: readonly string[], isArchived: boolean) => sql`array(
  select id from products
  where archived_at is ${sql.raw(isArchived ? 'not null' : 'null')}
    and word_starts(name) @> array(select unnest(${starts}::text[]))
  limit ${beginningMax})`

/** A word with six or more digits in a row: few rows contain the same ones. */
const longNumber = /^\D*?(?<digits>\d{6,})\S*$/

/**
 * Whether an expression with a `gin_trgm_ops` index contains a text with three letters or digits in a row,
 * ignoring case. For a long number the index is searched for the digits alone: the letters before them may
 * occur in every row, and each of their trigrams would be looked up in all of them.
 */
export function columnContains(column: Expression<unknown>, text: string): RawBuilder<boolean> {
  const digits = /\s/.test(text) ? undefined : longNumber.exec(text)?.groups?.['digits']
  if (digits === undefined) return isLike(column, `%${literal(text)}%`)
  return sql<boolean>`(${isLike(column, `%${digits}%`)} and strpos(lower(${column}), lower(${text})) > 0)`
}

/** Tables with an index of `email` (`0030-email-addresses.sql`). */
type TableWithEmail = 'orders' | 'users'

const emailWithDomain = /^[^@\s]+@[^@\s]+\.[^@\s]*$/

/**
 * Matches an e-mail address with its domain as a prefix: the trigrams of the common providers' domains occur
 * in half of all rows. A text that is too short for the trigram index is a prefix too. Any other text is
 * matched like `matchesText`.
 */
export const matchesEmailOrText = <Table extends TableWithEmail>(
  where: ExpressionBuilder<Schema, Table>,
  columns: readonly (keyof Schema[Table] & string)[],
  text: string,
): Expression<SqlBool> =>
  emailWithDomain.test(text) || trigramIn(text) === undefined
    ? sql<boolean>`email like ${`${literal(text.toLowerCase())}%`}`
    : matchesText(where, columns, text)

const isLike = (column: Expression<unknown>, pattern: string) =>
  sql<boolean>`${column} ilike ${pattern}`

const literal = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
