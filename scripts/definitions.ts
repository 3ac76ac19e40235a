import type { Catalog, Column } from './catalog.ts'

const titles = { function: 'Functions', trigger: 'Triggers, by table', view: 'Views' }

/** The tables and the SQL that runs in a migrated database, wherever its migrations have written it. */
export function definitionsSql(catalog: Catalog): string {
  const parts = [...Map.groupBy(catalog.definitions, ({ kind }) => kind)].map(([kind, own]) =>
    [`-- ${titles[kind]}`, ...own.map(({ definition }) => terminated(definition))].join(
      kind === 'trigger' ? '\n' : '\n\n',
    ),
  )
  const all = [
    '-- Generated from the migrated database by `npm run schema`. Change the migrations, not this file.',
    '-- Tables',
    ...tablesOf(catalog),
    ...parts,
  ]
  return `${all.join('\n\n')}\n`
}

/** Each table with its constraints and indexes. */
function tablesOf({ columns, constraints, indexes }: Catalog): string[] {
  return [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => {
    const lines = [
      ...own.map(columnSql),
      ...constraints
        .filter((constraint) => constraint.table === table)
        .map(({ name, definition }) => `CONSTRAINT ${name} ${definition}`),
    ]
    const ofTable = indexes.filter((index) => index.table === table)
    return [
      `CREATE TABLE ${table} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`,
      ...ofTable.map(({ definition }) => terminated(definition.replace(' USING btree ', ' '))),
    ].join('\n')
  })
}

function columnSql({ name, type, nullable, generated, always, hasDefault, expression }: Column) {
  const value = generated
    ? `GENERATED ALWAYS AS (${expression}) STORED`
    : expression
      ? `DEFAULT ${expression}`
      : hasDefault && `GENERATED ${always ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY`
  return [name, type, value, !nullable && 'NOT NULL'].filter(Boolean).join(' ')
}

const terminated = (definition: string) => `${definition.trimEnd().replace(/;$/, '')};`
