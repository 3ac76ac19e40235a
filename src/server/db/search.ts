import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Schema } from './schema.ts'

/** Any of these columns holds the text, whatever the case. */
export function containing<Table extends keyof Schema>(
  where: ExpressionBuilder<Schema, Table>,
  columns: readonly (keyof Schema[Table] & string)[],
  text: string,
): Expression<SqlBool> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return where.or(columns.map((column) => sql<boolean>`${sql.ref(column)} ilike ${pattern}`))
}
