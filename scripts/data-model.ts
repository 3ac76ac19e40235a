import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { readCommandLine } from '../src/server/cli/command-line.ts'
import { ensurePostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { openDatabase } from '../src/server/db/index.ts'
import { migrate } from '../src/server/db/migrate.ts'

export const file = 'docs/data-model.md'

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  generated: boolean
}

interface Constraint {
  table: string
  kind: 'p' | 'u' | 'f' | 'c'
  columns: string[]
  target: string | null
  definition: string
}

interface Index {
  table: string
  definition: string
}

/** Tables of the shop; the migrator's own are left out. */
const ours = `
  namespace.nspname in ('public', 'identity') and relation.relkind = 'r'
  and relation.relname not like 'kysely%'`

const tableName = `
  case namespace.nspname when 'public' then '' else namespace.nspname || '.' end || relation.relname`

const columnsQuery = `
  select ${tableName} as table, attribute.attname as name,
    format_type(attribute.atttypid, attribute.atttypmod) as type,
    not attribute.attnotnull as nullable, attribute.attgenerated <> '' as generated
  from pg_attribute attribute
  join pg_class relation on relation.oid = attribute.attrelid
  join pg_namespace namespace on namespace.oid = relation.relnamespace
  where ${ours} and attribute.attnum > 0 and not attribute.attisdropped
  order by 1, attribute.attnum`

const constraintsQuery = `
  select ${tableName} as table, con.contype as kind,
    array(select attname::text from pg_attribute
      where attrelid = con.conrelid and attnum = any(con.conkey) order by attnum) as columns,
    case when con.confrelid <> 0 then con.confrelid::regclass::text end as target,
    pg_get_constraintdef(con.oid) as definition
  from pg_constraint con
  join pg_class relation on relation.oid = con.conrelid
  join pg_namespace namespace on namespace.oid = relation.relnamespace
  where ${ours} and con.contype in ('p', 'u', 'f', 'c')
  order by 1, con.contype desc, con.conname`

const uniqueIndexesQuery = `
  select ${tableName} as table, pg_get_indexdef(index.indexrelid) as definition
  from pg_index index
  join pg_class relation on relation.oid = index.indrelid
  join pg_namespace namespace on namespace.oid = relation.relnamespace
  where ${ours} and index.indisunique
    and not exists (select from pg_constraint where conindid = index.indexrelid)
  order by 1, 2`

/** The data model of a migrated database, as a Markdown document. */
export async function describeSchema(pool: Pool): Promise<string> {
  const { rows: columns } = await pool.query<Column>(columnsQuery)
  const { rows: constraints } = await pool.query<Constraint>(constraintsQuery)
  const { rows: indexes } = await pool.query<Index>(uniqueIndexesQuery)
  const tables = [...Map.groupBy(columns, ({ table }) => table)]
  const sections = tables.map(([table, own]) =>
    section(
      table,
      own,
      constraints.filter((constraint) => constraint.table === table),
      indexes.filter((index) => index.table === table),
    ),
  )
  return [
    '# Data model',
    'Generated from the migrated database by `npm run docs:schema`; a test compares the two. What the tables are for is' +
      '\nwritten beside them in `src/server/db/migrations`, what their words mean in the [glossary](glossary.md).',
    diagram(tables, constraints),
    ...sections,
  ].join('\n\n')
}

const isForeign = ({ kind }: Constraint) => kind === 'f'

/** Only keys are drawn: all columns together are too many to read in a picture. */
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

async function writeDataModel() {
  const dir = mkdtempSync(join(tmpdir(), 'auto-parts-schema-'))
  // PostgreSQL runs under another account when this runs as root.
  chmodSync(dir, 0o755)
  const postgres = await ensurePostgres({ dir })
  try {
    const database = openDatabase(postgres.url)
    await migrate(database)
    writeFileSync(file, `${await describeSchema(database.pool)}\n`)
    await database.close()
  } finally {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  readCommandLine({
    usage: 'npm run docs:schema',
    about: `Writes ${file} from a migrated database.`,
  })
  await writeDataModel()
}
