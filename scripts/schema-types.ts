import type { Catalog, Column, Constraint } from './catalog.ts'

const typeNames: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'character varying(255)': 'string',
  date: 'Date',
  'double precision': 'number',
  int4multirange: 'string',
  integer: 'number',
  'integer[]': 'number[]',
  jsonb: 'JsonFields',
  'numeric(4,2)': 'string',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
}

/** JSON columns other than objects of unknown fields (`column-types.ts`). */
const jsonTypes: Record<string, string> = {
  'fitment_imports.problems': '{ problem: string; rows: number }[]',
  'garages.cars': 'GarageCar[]',
  'idempotency_keys.answer': 'unknown',
  'job_runs.outcome': 'unknown',
  'order_mails.details': 'OrderMailDetails',
  'orders.delivery_place': 'Place',
  'orders.tax': 'StoredTax',
}

/** Timestamps that only the database writes, as the column's default. */
const readOnlyColumns = new Set(['created_at', 'received_at', 'revoked_at'])

const head = `// Generated from the migrated database by \`npm run schema\`. Change the migrations, not this file.
import type { Generated, GeneratedAlways } from 'kysely'
import type { GarageCar } from '#contract/garage-car.ts'
import type { Place } from '#contract/addresses/addresses.ts'
import type { JsonFields, OrderMailDetails, ReadOnlyColumn, StoredTax } from './column-types.ts'`

/**
 * The types of the columns, for Kysely. kysely-codegen is not used: it ignores check constraints, and requires
 * a compiler API that TypeScript 7 does not have.
 */
export function columnTypes({ columns, constraints }: Catalog): string {
  const publicColumns = columns.filter(({ table }) => !table.includes('.'))
  const enumerations = new Map(constraints.flatMap(enumerationOf))
  const tables = [...Map.groupBy(publicColumns, ({ table }) => table)].map(([table, own]) => {
    const lines = own.map((column) => `    ${column.name}: ${typeOf(column, enumerations)}`)
    return [`  ${table}: {`, ...lines, '  }'].join('\n')
  })
  return `${head}\n\n${['export interface Schema {', ...tables, '}'].join('\n')}\n`
}

function typeOf(column: Column, enumerations: ReadonlyMap<string, string>): string {
  const path = `${column.table}.${column.name}`
  const value = enumerations.get(path) ?? jsonTypes[path] ?? typeNames[column.type]
  if (!value) throw new Error(`The type ${column.type} of ${path} has no name in schema-types.ts`)
  const type = column.nullable && value !== 'unknown' ? `${value} | null` : value
  if (column.always) return `GeneratedAlways<${type}>`
  if (!column.hasDefault) return type
  return readOnlyColumns.has(column.name) ? `ReadOnlyColumn<${type}>` : `Generated<${type}>`
}

/** Matches `CHECK ((status = ANY (ARRAY['unpaid'::text, 'paid'::text])))` without a further condition. */
const enumeration =
  /^CHECK \(\((?<column>\w+) = ANY \(ARRAY\[(?<values>'[\w-]+'::text(, '[\w-]+'::text)*)\]\)\)\)/

/** The column and the union of its values, if the constraint enumerates them. */
function enumerationOf({ table, definition }: Constraint): [string, string][] {
  const { column, values } = enumeration.exec(definition)?.groups ?? {}
  if (!column || !values) return []
  return [[`${table}.${column}`, values.replaceAll('::text', '').replaceAll(', ', ' | ')]]
}
