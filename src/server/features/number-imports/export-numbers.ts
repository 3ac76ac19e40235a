import { sql } from 'kysely'
import type { NumberColumn } from '#contract/imports/number-files.ts'
import type { Db } from '../../db/index.ts'

type Row = Record<NumberColumn, string> & { id: string }

/**
 * All numbers of live products with part numbers, and of those that were replaced, read in pages by product. A product
 * without other numbers that was replaced has a row with its successor.
 */
export async function* eachNumber(
  db: Db,
  products = 1_000,
): AsyncGenerator<Record<NumberColumn, string>> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows: page } = await sql<{ id: string }>`
      select id from products where id > ${after} and part_number is not null
        and (archived_at is null or replaced_by is not null)
      order by id limit ${products}`.execute(db)
    const last = page.at(-1)
    if (!last) return
    const { rows } = await sql<Row>`
      select products.id, products.part_number as "partNumber", coalesce(live.kind, '') as kind,
        coalesce(live.brand, '') as brand, coalesce(live.number, '') as number,
        coalesce(successor.part_number, '') as "replacedBy"
      from products
      left join product_numbers live on live.product_id = products.id
      left join products successor on successor.id = products.replaced_by
      where products.id = any (${page.map(({ id }) => id)}::uuid[])
        and (live.number is not null or successor.part_number is not null)
      order by products.id, live.kind, live.brand, live.key`.execute(db)
    for (const { id: _, ...row } of rows) yield row
    after = last.id
  }
}
