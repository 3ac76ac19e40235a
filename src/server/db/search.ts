import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, RawBuilder, SqlBool } from 'kysely'
import type { Schema } from './schema.ts'

/** The index knows parts of three characters; of shorter ones those that a word begins with. */
export const partLength = 3

/**
 * Any of these columns holds the text, whatever the case; one or two characters at the beginning of
 * a word. Each column needs to be part of an index of `gin_trgm_ops` (`0016-search.sql`).
 */
export function containing<Table extends keyof Schema>(
  where: ExpressionBuilder<Schema, Table>,
  columns: readonly (keyof Schema[Table] & string)[],
  text: string,
): Expression<SqlBool> {
  return where.or(columns.flatMap((column) => within(sql.ref(column), text)))
}

const within = (column: Expression<unknown>, text: string) =>
  text.length < partLength
    ? [`${literal(text)}%`, `% ${literal(text)}%`].map((pattern) => isLike(column, pattern))
    : [holding(column, text)]

/** A word with so many digits in a row, which few rows have in this order. */
const longNumber = /^\D*?(?<digits>\d{6,})\S*$/

/**
 * The column, or what else an index of `gin_trgm_ops` has, holds the text of at least three characters,
 * whatever the case. Of a long number the index is asked for the digits alone: the letters before them
 * may stand in every row, and each three of them would be looked up in all.
 */
export function holding(column: Expression<unknown>, text: string): RawBuilder<boolean> {
  const digits = /\s/.test(text) ? undefined : longNumber.exec(text)?.groups?.['digits']
  if (digits === undefined) return isLike(column, `%${literal(text)}%`)
  return sql<boolean>`(${isLike(column, `%${digits}%`)} and strpos(lower(${column}), lower(${text})) > 0)`
}

/** Tables with an index of their addresses (`0030-email-addresses.sql`). */
type Addressed = 'orders' | 'users'

const withDomain = /^[^@\s]+@[^@\s]+\.[^@\s]*$/

/**
 * An e-mail address with its domain is found from its beginning: the letters of the great providers' domains
 * stand in half of all rows. Any other text is found in any of the columns, as by `containing`.
 */
export const addressedOrContaining = <Table extends Addressed>(
  where: ExpressionBuilder<Schema, Table>,
  columns: readonly (keyof Schema[Table] & string)[],
  text: string,
): Expression<SqlBool> =>
  withDomain.test(text)
    ? sql<boolean>`email like ${`${literal(text.toLowerCase())}%`}`
    : containing(where, columns, text)

const isLike = (column: Expression<unknown>, pattern: string) =>
  sql<boolean>`${column} ilike ${pattern}`

const literal = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
