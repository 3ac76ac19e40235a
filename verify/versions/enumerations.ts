import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'

/** The values that a column may have, by `table.column`. */
export type Enumerations = Record<string, string[]>

/** Runs the migrations of the code in a folder on an empty database. */
export async function migrateAs(folder: string, pool: Pool) {
  const files = globSync('src/server/**/migrations/*.sql', { cwd: folder }).toSorted()
  if (files.length === 0) throw new Error('No migrations were found in the release')
  for (const file of files) await pool.query(readFileSync(join(folder, file), 'utf8'))
}

/** The text columns whose values a check constraint lists. */
export async function enumerationsOf(pool: Pool): Promise<Enumerations> {
  const { rows } = await pool.query<{ name: string; values: string[] }>(`
    select conrelid::regclass || '.' || attname as name,
      array(select matched[1] from regexp_matches(definition, '''([^'']+)''::text', 'g') as matched
        order by 1) as values
    from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      cross join pg_get_constraintdef(pg_constraint.oid) as definition
    where contype = 'c' and definition ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[[^]]*\\]\\)\\)\\)'
    order by 1`)
  return Object.fromEntries(rows.map(({ name, values }) => [name, values]))
}

/** The values in the rows. */
export async function writtenValues(pool: Pool, columns: string[]): Promise<Enumerations> {
  const written: Enumerations = {}
  for (const column of columns) {
    const [table, name] = column.split('.')
    const { rows } = await pool.query<{ value: string }>(
      `select distinct ${name} as value from ${table} where ${name} is not null order by 1`,
    )
    written[column] = rows.map(({ value }) => value)
  }
  return written
}

/** Values missing in `known`, as `table.column: value`; columns missing in `known` are skipped as new. */
export const valuesBeyond = (known: Enumerations, values: Enumerations): string[] =>
  Object.entries(values).flatMap(([column, list]) =>
    list
      .filter((value) => known[column] && !known[column].includes(value))
      .map((value) => `${column}: ${value}`),
  )

interface Constraint {
  name: string
  definition: string
  isValidated: boolean
}

export async function constraintsOf(pool: Pool): Promise<Constraint[]> {
  const { rows } = await pool.query<Constraint>(`
    select conrelid::regclass || '.' || conname as name, convalidated as "isValidated",
      regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '') as definition
    from pg_constraint where connamespace = 'public'::regnamespace order by 1`)
  return rows
}
