import type { Pool } from 'pg'

/** Rate limits count every call. */
const uncounted = ['rate_limits']

/** Returns a function that computes a digest of all rows of all tables. */
export async function createDigest(pool: Pool): Promise<() => Promise<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'identity') and table_type = 'BASE TABLE'
       and table_name <> all ($1) order by 1`,
    [uncounted],
  )
  const digests = rows.map(
    ({ name }) =>
      `(select concat(count(*), ' ', sum(hashtextextended(t::text, 0))) from ${name} t)`,
  )
  // Named, so that the database plans it once.
  const query = { name: 'digest', text: `select concat_ws(' ', ${digests.join(', ')}) as digest` }
  return async () => (await pool.query<{ digest: string }>(query)).rows[0]!.digest
}
