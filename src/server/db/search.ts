import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, RawBuilder, SqlBool } from 'kysely'
import type { Schema } from './schema.ts'

/** The trigram index finds texts from three characters on; of shorter ones only beginnings of words. */
export const trigramLength = 3

/**
 * Whether any of the columns contains the text, ignoring case; one or two characters match beginnings of
 * words. Each column must be part of a `gin_trgm_ops` index (`0016-search.sql`).
 */
export function matchesText<Table extends keyof Schema>(
  where: ExpressionBuilder<Schema, Table>,
  columns: readonly (keyof Schema[Table] & string)[],
  text: string,
): Expression<SqlBool> {
  return where.or(columns.flatMap((column) => within(sql.ref(column), text)))
}

const within = (column: Expression<unknown>, text: string) =>
  text.length < trigramLength
    ? [`${literal(text)}%`, `% ${literal(text)}%`].map((pattern) => isLike(column, pattern))
    : [columnContains(column, text)]

/** A word with six or more digits in a row: few rows contain the same ones. */
const longNumber = /^\D*?(?<digits>\d{6,})\S*$/

/**
 * Whether an expression with a `gin_trgm_ops` index contains a text of three or more characters, ignoring
 * case. For a long number the index is searched for the digits alone: the letters before them may occur in
 * every row, and each of their trigrams would be looked up in all of them.
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
 * in half of all rows. Matches any other text like `matchesText`.
 */
export const matchesEmailOrText = <Table extends TableWithEmail>(
  where: ExpressionBuilder<Schema, Table>,
  columns: readonly (keyof Schema[Table] & string)[],
  text: string,
): Expression<SqlBool> =>
  emailWithDomain.test(text)
    ? sql<boolean>`email like ${`${literal(text.toLowerCase())}%`}`
    : matchesText(where, columns, text)

const isLike = (column: Expression<unknown>, pattern: string) =>
  sql<boolean>`${column} ilike ${pattern}`

const literal = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
