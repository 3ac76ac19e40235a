import type { Pool } from 'pg'

/** Rate limits count every call. */
const uncounted = ['rate_limits']

interface Table {
  name: string
  /** The digest of its last reading. */
  digest: string
  /** The number of statements that had written to it before that reading. */
  writes: string
  /** False if one wrote between the last two readings: it may have been committed after the last one. */
  isSettled: boolean
}

/** A trigger for each table counts the statements that write, also those that are rolled back. */
const countWrites = `
  create schema writes;
  create function writes.count() returns trigger language plpgsql as $$ begin
    perform nextval(tg_argv[0]::regclass);
    return null;
  end $$;
  do $$ declare each record; begin
    for each in
      select format('%I.%I', schemaname, tablename) as name,
        format('writes.%I', schemaname || '_' || tablename) as counter
      from pg_tables where schemaname in ('public', 'identity')
    loop
      execute 'create sequence ' || each.counter;
      execute format('create trigger count_writes after insert or update or delete or truncate on %s
        for each statement execute function writes.count(%L)', each.name, each.counter);
    end loop;
  end $$`

/**
 * Returns a function that computes a digest of all rows of all tables. It reads again the tables that a statement has
 * written to since.
 */
export async function createDigest(pool: Pool): Promise<() => Promise<string>> {
  await pool.query(countWrites)
  const { rows } = await pool.query<{ name: string; counter: string }>(
    `select format('%I.%I', schemaname, tablename) as name,
       format('writes.%I', schemaname || '_' || tablename) as counter
     from pg_tables where schemaname in ('public', 'identity') and tablename <> all ($1) order by 1`,
    [uncounted],
  )
  const tables = rows.map(({ name }): Table => ({ name, digest: '', writes: '', isSettled: false }))
  const counters = {
    name: 'writes',
    text: `select array[${rows.map(({ counter }) => `coalesce(pg_sequence_last_value('${counter}'), 0)`).join(', ')}]::text[] as writes`,
  }
  async function read(table: Table, writes: string) {
    if (table.isSettled && table.writes === writes) return
    const { rows: found } = await pool.query<{ digest: string }>({
      name: `digest of ${table.name}`,
      text: `select concat(count(*), ' ', sum(hashtextextended(t::text, 0))) as digest from ${table.name} t`,
    })
    Object.assign(table, { digest: found[0]!.digest, writes, isSettled: table.writes === writes })
  }
  return async () => {
    const [counted] = (await pool.query<{ writes: string[] }>(counters)).rows
    for (const [index, table] of tables.entries()) await read(table, counted!.writes[index]!)
    return tables.map(({ digest }) => digest).join(' ')
  }
}
