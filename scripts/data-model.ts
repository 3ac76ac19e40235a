import type { Catalog, Column, Constraint } from './catalog.ts'

/** The tables of a migrated database, their keys and how they refer to each other, as a Markdown document. */
export function describeSchema({ columns, constraints }: Catalog): string {
  const paragraphs = [
    '# Data model',
    'Generated from the migrated database by `npm run schema`; a test compares the two. Columns, constraints and indexes' +
      '\nof each table are in `src/server/db/definitions.sql`, its purpose in `src/server/db/migrations`, the meaning of the' +
      '\nterms in the [glossary](glossary.md).',
    diagram([...Map.groupBy(columns, ({ table }) => table)], constraints),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

const isForeign = ({ kind }: Constraint) => kind === 'f'

/** Contains only keys: a diagram of all columns would be unreadable. */
function diagram(tables: [string, Column[]][], constraints: Constraint[]) {
  const keys = constraints.filter(({ kind }) => kind === 'p' || kind === 'f')
  const entities = tables.map(([table, columns]) => {
    const own = keys.filter((key) => key.table === table)
    const drawn = columns.filter(({ name }) => own.some((key) => key.columns.includes(name)))
    const lines = drawn.map(({ name, type }) => {
      const roles = own.filter((key) => key.columns.includes(name)).map(({ kind }) => kind)
      const marks = [roles.includes('p') && 'PK', roles.includes('f') && 'FK'].filter(Boolean)
      return `    ${type.replaceAll(' ', '_')} ${name} ${marks.join(', ')}`
    })
    return [`  ${drawnName(table)} {`, ...lines, '  }'].join('\n')
  })
  const relations = constraints.filter(isForeign).map(({ table, columns, target }) => {
    const isOptional = tables
      .find(([name]) => name === table)?.[1]
      .some(({ name, nullable }) => nullable && columns.includes(name))
    const primaryKey = keys.find((key) => key.table === table && key.kind === 'p')
    const isOnlyOne = String(primaryKey?.columns) === String(columns)
    const relation = `${isOptional ? '|o' : '||'}--${isOnlyOne ? 'o|' : 'o{'}`
    return `  ${drawnName(target ?? '')} ${relation} ${drawnName(table)} : ${columns.join('_')}`
  })
  return ['```mermaid', 'erDiagram', ...relations, ...entities, '```'].join('\n')
}

const drawnName = (table: string) => table.replaceAll('"', '').replace('.', '_')
