import type { ClientBase } from 'pg'

/** A table of a backup, without its generated columns. */
export interface Table {
  name: string
  columns: string[]
}

type TableRow = Table & { needs: string[] }

/**
 * The tables of the database, each after the tables it references. Left out are unlogged tables, which a crash
 * empties anyway, and those of the migrator, which are created again.
 */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<TableRow>(`
    select format('%I.%I', nspname, relname) as name,
      array(
        select quote_ident(attname) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      array(
        select format('%I.%I', needed_schema.nspname, needed.relname)
        from pg_constraint
        join pg_class needed on needed.oid = confrelid
        join pg_namespace needed_schema on needed_schema.oid = needed.relnamespace
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as needs
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and relpersistence = 'p' and nspname in ('public', 'identity')
      and relname not like 'kysely\\_%'
    order by name`)
  return inDependencyOrder(rows)
}

function inDependencyOrder(rows: TableRow[]): Table[] {
  const sorted: Table[] = []
  const isIn = (name: string) => sorted.some((table) => table.name === name)
  for (
    let waiting = rows;
    waiting.length > 0;
    waiting = waiting.filter(({ name }) => !isIn(name))
  ) {
    const free = waiting.filter(({ needs }) => needs.every(isIn))
    if (free.length === 0) throw new Error('The foreign keys of the tables form a cycle')
    sorted.push(...free.map(({ name, columns }) => ({ name, columns })))
  }
  return sorted
}

/** Throws if another connection exists, since it could write while the database is replaced. */
export async function refuseInUse(client: ClientBase) {
  const { rows } = await client.query(`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`)
  if (rows.length > 0) throw new Error('The database is in use: stop the shop first')
}
