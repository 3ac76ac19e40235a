import type { Pool } from 'pg'

/** Other numbers of the n-th product. Their values are functions of its number, as in `many-rows.ts`. */
export const oemNumberOf = (n: number) => `1K0 ${String(n).padStart(7, '0')}`
/** Every fiftieth product has the number of the one before it. */
export const interchangeNumberOf = (n: number) =>
  `KS-${String(n % 50 === 0 ? n - 1 : n).padStart(7, '0')}-F`

/** Inserts three numbers for each product for sale. */
export async function seedNumbers(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(`
      with numbered as (
        select id, row_number() over (order by id) as n from products where archived_at is null
      )
      insert into product_numbers (product_id, kind, brand, number)
      select id, kind, brand, number
      from numbered cross join lateral (values
        ('oem', 'Volkswagen', '1K0 ' || lpad(n::text, 7, '0')),
        ('interchange', 'Kestner', 'KS-' || lpad((case when n % 50 = 0 then n - 1 else n end)::text, 7, '0') || '-F'),
        ('barcode', '', '952' || lpad(n::text, 10, '0'))) as numbers (kind, brand, number)
      order by n`)
    await client.query('vacuum analyze product_numbers')
  } finally {
    client.release(true)
  }
}
