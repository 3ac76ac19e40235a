import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
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
  const literal = text.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const patterns = text.length < partLength ? [`${literal}%`, `% ${literal}%`] : [`%${literal}%`]
  return where.or(
    columns.flatMap((column) =>
      patterns.map((pattern) => sql<boolean>`${sql.ref(column)} ilike ${pattern}`),
    ),
  )
}
