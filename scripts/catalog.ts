import type { Pool } from 'pg'

export interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  generated: boolean
  /** Generated, or an identity column that no statement may set. */
  always: boolean
  hasDefault: boolean
  /** Its default, or what it is generated from. */
  expression: string | null
}

export interface Constraint {
  table: string
  name: string
  kind: 'p' | 'u' | 'f' | 'c'
  columns: string[]
  target: string | null
  definition: string
}

/** One that belongs to no constraint. */
interface Index {
  table: string
  definition: string
}

/** The shop's tables, without those of the migrator. */
const shopTables = `
  namespace.nspname in ('public', 'identity') and relation.relkind = 'r'
  and relation.relname not like 'kysely%'`

const tableName = `
  case namespace.nspname when 'public' then '' else namespace.nspname || '.' end || relation.relname`

const columnsQuery = `
  select ${tableName} as table, attribute.attname as name,
    format_type(attribute.atttypid, attribute.atttypmod) as type,
    not attribute.attnotnull as nullable, attribute.attgenerated <> '' as generated,
    attribute.attgenerated <> '' or attribute.attidentity = 'a' as always,
    attribute.atthasdef or attribute.attidentity <> '' as "hasDefault",
    pg_get_expr(adbin, adrelid) as expression
  from pg_attribute attribute
  left join pg_attrdef on adrelid = attribute.attrelid and adnum = attribute.attnum
  join pg_class relation on relation.oid = attribute.attrelid
  join pg_namespace namespace on namespace.oid = relation.relnamespace
  where ${shopTables} and attribute.attnum > 0 and not attribute.attisdropped
  order by 1, attribute.attnum`

const constraintsQuery = `
  select ${tableName} as table, con.conname as name, con.contype as kind,
    array(select attname::text from pg_attribute
      where attrelid = con.conrelid and attnum = any(con.conkey) order by attnum) as columns,
    case when con.confrelid <> 0 then con.confrelid::regclass::text end as target,
    pg_get_constraintdef(con.oid) as definition
  from pg_constraint con
  join pg_class relation on relation.oid = con.conrelid
  join pg_namespace namespace on namespace.oid = relation.relnamespace
  where ${shopTables} and con.contype in ('p', 'u', 'f', 'c')
  order by 1, con.contype desc, con.conname`

const indexesQuery = `
  select ${tableName} as table, pg_get_indexdef(index.indexrelid) as definition
  from pg_index index
  join pg_class relation on relation.oid = index.indrelid
  join pg_namespace namespace on namespace.oid = relation.relnamespace
  where ${shopTables} and not exists (select from pg_constraint where conindid = index.indexrelid)
  order by 1, pg_get_indexdef(index.indexrelid) collate "C"`

const ofShop = `namespace.nspname in ('public', 'identity')`

const definitionsQuery = `
  select kind, definition from (
    select 'function' as kind, proc.oid::regprocedure::text as name, pg_get_functiondef(proc.oid) as definition
    from pg_proc proc join pg_namespace namespace on namespace.oid = proc.pronamespace
    where ${ofShop} and not exists (
      select from pg_depend where classid = 'pg_proc'::regclass and objid = proc.oid and deptype = 'e')
    union all
    select 'view', ${tableName}, format('CREATE VIEW %s AS\n%s', ${tableName}, pg_get_viewdef(relation.oid, true))
    from pg_class relation join pg_namespace namespace on namespace.oid = relation.relnamespace
    where ${ofShop} and relation.relkind = 'v'
    union all
    select 'trigger', format('%s %s', ${tableName}, tgname), pg_get_triggerdef(own.oid, true)
    from pg_trigger own
    join pg_class relation on relation.oid = own.tgrelid
    join pg_namespace namespace on namespace.oid = relation.relnamespace
    where ${ofShop} and not tgisinternal
  ) as definitions
  order by kind, name collate "C"`

interface Definition {
  kind: 'function' | 'trigger' | 'view'
  definition: string
}

/** A migrated database, from the catalog of PostgreSQL. */
export interface Catalog {
  columns: Column[]
  constraints: Constraint[]
  indexes: Index[]
  definitions: Definition[]
}

export async function readCatalog(pool: Pool): Promise<Catalog> {
  const { rows: columns } = await pool.query<Column>(columnsQuery)
  const { rows: constraints } = await pool.query<Constraint>(constraintsQuery)
  const { rows: indexes } = await pool.query<Index>(indexesQuery)
  const { rows: definitions } = await pool.query<Definition>(definitionsQuery)
  return { columns, constraints, indexes, definitions }
}
