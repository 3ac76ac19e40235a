import type { Catalog, Column, Constraint, Index } from './catalog.ts'

/** The data model of a migrated database, as a Markdown document. */
export function describeSchema({ columns, constraints, indexes }: Catalog): string {
  const tables = [...Map.groupBy(columns, ({ table }) => table)]
  const sections = tables.map(([table, own]) =>
    section(
      table,
      own,
      constraints.filter((constraint) => constraint.table === table),
      indexes.filter((index) => index.table === table),
    ),
  )
  const paragraphs = [
    '# Data model',
    'Generated from the migrated database by `npm run schema`; a test compares the two. The purpose of each table is' +
      '\nin `src/server/db/migrations`, the meaning of the terms in the [glossary](glossary.md).',
    diagram(tables, constraints),
    ...sections,
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

function section(table: string, columns: Column[], constraints: Constraint[], indexes: Index[]) {
  const foreign = constraints.filter(isForeign)
  const rows = columns.map(({ name, type, nullable, generated }) => {
    const targets = foreign.filter((key) => key.columns.includes(name)).map(({ target }) => target)
    const notes = [
      constraints.some(({ kind, columns: key }) => kind === 'p' && key.includes(name)) &&
        'primary key',
      targets.length > 0 && `references ${targets.map((target) => `\`${target}\``).join(', ')}`,
      nullable && 'may be null',
      generated && 'generated',
    ].filter(Boolean)
    return `- \`${name}\` ${type}${notes.length > 0 ? `: ${notes.join(', ')}` : ''}`
  })
  const rules = [
    ...constraints
      .filter(({ kind }) => kind === 'u' || kind === 'c')
      .map(({ definition }) => definition),
    ...indexes.map(({ definition }) => definition.replace(/^.* USING btree /, 'UNIQUE ')),
  ].map((rule) => `  ${rule.replaceAll(/\s+/g, ' ')}`)
  return [
    `## ${table}`,
    rows.join('\n'),
    ...(rules.length > 0 ? [['```sql', ...rules, '```'].join('\n')] : []),
  ].join('\n\n')
}
