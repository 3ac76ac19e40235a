import { sql } from 'kysely'
import { ownKeys } from '#contract/numbers/gtin.ts'
import type { Db } from '../../db/index.ts'

interface Column {
  table: string
  column: string
  /** The import whose rows are meant; all rows if undefined. */
  importId?: string
}

/**
 * Writes the keys of part numbers in the rows of a file as their products have them, where a part's own number is a barcode and the
 * file has another length of it. A key that a product has stays as it is, and so does one that means several.
 */
export async function keepKeys(trx: Db, { table, column, importId }: Column) {
  const [rows, key] = [sql.table(table), sql.ref(column)]
  const ofFile = importId === undefined ? sql`true` : sql`import_id = ${importId}`
  const unknown = await sql<{ key: string }>`
    select distinct ${key} as key from ${rows}
    where ${ofFile} and ${key} ~ '^[0-9]{8,14}$' and not exists (
      select from products
      where part_key(part_number) = ${key} and part_number is not null and archived_at is null)`.execute(
    trx,
  )
  const pairs = unknown.rows.flatMap(({ key: asked }) =>
    ownKeys(asked)
      .slice(1)
      .map((kept) => ({ asked, kept })),
  )
  if (pairs.length === 0) return
  await sql`
    update ${rows} set ${key} = found.kept
    from (
      select asked, min(kept) as kept
      from unnest(${pairs.map(({ asked }) => asked)}::text[], ${pairs.map(({ kept }) => kept)}::text[])
        as pairs(asked, kept)
      join products on part_key(part_number) = kept
      where part_number is not null and archived_at is null
      group by asked having count(*) = 1
    ) as found
    where ${ofFile} and ${key} = found.asked`.execute(trx)
}
