import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/index.ts'
import { checkRows } from './check-rows.ts'
import type { CheckedRow } from './check-rows.ts'
import { alreadyImported, linesAlreadyImported } from './repeated-import.ts'
import { loadFileRows } from './large-files/file-table.ts'
import { keptWhileReceived, removeUnlessRefused } from './large-files/kept-file.ts'
import { inBatches } from './csv-rows.ts'
import type { UploadedFile } from './kind.ts'
import { rowsOf } from './read-file.ts'
import { finishCheck } from './tables.ts'

const rowsAtOnce = 1000

/** Stores the change that each row of a file would make. Changes no product. */
export async function checkFile(
  database: Database,
  { importId, onlyKnown, bytes, signal }: UploadedFile,
) {
  const { db } = database
  const digest = createHash('sha256')
  let hasStockBefore = false
  const kept = keptWhileReceived(db, 'products', importId, bytes)
  for await (const rows of inBatches(rowsOf(hashing(digest, kept), { onlyKnown }), rowsAtOnce)) {
    hasStockBefore ||= rows.some(({ cells }) => cells.stock_before?.trim())
    await storeRows(db, importId, await checkRows(db, rows, { onlyKnown }))
  }
  const file = { id: importId, digest: digest.digest('base64url'), hasStockBefore }
  await database.forMinutes((long) => compareAll(long.db, file), signal)
  await removeUnlessRefused(db, 'products', importId)
}

async function* hashing(digest: Hash, bytes: AsyncIterable<Uint8Array>) {
  for await (const piece of bytes) {
    digest.update(piece)
    yield piece
  }
}

async function storeRows(db: Db, importId: string, rows: readonly CheckedRow[]) {
  await sql`
    insert into product_import_rows
      (import_id, line, outcome, name, product_id, before, after, stock, delta, supplied, problems, left_out)
    select ${importId}, line, outcome, name,
      coalesce(product_id, case when outcome = 'new' then new_id() end),
      before, after, stock, delta, supplied, problems, coalesce(left_out, false)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      line integer, outcome text, name text, product_id uuid, before jsonb, after jsonb,
      stock integer, delta integer, supplied bigint, problems text[], left_out boolean)`.execute(db)
}

interface ReadFile {
  id: string
  digest: string
  /** The file has the column “Stock before”, so its units are added to the current stock. */
  hasStockBefore: boolean
}

/**
 * Checks that need all rows: two rows for one product, names and part numbers in use, and units that
 * an earlier import has added.
 */
async function compareAll(db: Db, { id, digest, hasStockBefore }: ReadFile) {
  await db.transaction().execute(async (trx) => {
    await loadFileRows(trx, { table: 'product_import_rows', importId: id })
    await sql`
      update product_imports set digest = ${digest}, has_stock_before = ${hasStockBefore},
        adds_units = ${hasStockBefore} and exists (
          select from file_rows where outcome = 'changed' and delta <> 0)
      where id = ${id}`.execute(trx)
    const before = linesAlreadyImported(id, ['applying', 'applied', 'undoing'])
    await refuse(
      trx,
      sql`select distinct line, ${alreadyImported}::text || '. Export the catalogue again' as problem
      from (${before}) as added`,
    )
    await refuse(
      trx,
      sql`select line, 'Line ' || other || ' is about the same product' as problem from (
        select line, ${otherLine(sql`product_id`)} as other
        from file_rows where product_id is not null and outcome <> 'wrong'
      ) as known where other is not null`,
    )
    for (const { column, title, key } of uniqueColumns) {
      const named = sql`
        select line, product_id, ${key(sql`(after ->> ${column}::text)`)} as key
        from file_rows
        where not left_out and ${key(sql`(after ->> ${column}::text)`)} is not null`
      await refuse(
        trx,
        sql`select line, 'Line ' || other || ' has the same ' || ${title}::text as problem from (
          select line, ${otherLine(sql`key`)} as other from (${named}) as named
        ) as known where other is not null`,
      )
      await refuse(
        trx,
        sql`select line, 'Another product has this ' || ${title}::text as problem
        from (${named}) as named
        join products on ${key(sql.ref(`products.${column}`))} = named.key
          and products.archived_at is null and products.id <> named.product_id`,
      )
    }
    await sql`
      update product_import_rows r set outcome = 'wrong', problems = refused.problems
      from file_rows refused
      where r.ctid = refused.place and refused.outcome = 'wrong'`.execute(trx)
    await finishCheck('products', id).execute(trx)
  })
}

/** The first other line with the same value: none of them is right before the admin says which. */
const otherLine = (value: Sql) => sql`
  coalesce(nullif(min(line) over (partition by ${value}), line),
    lead(line) over (partition by ${value} order by line))`

type Sql = ReturnType<typeof sql>

/** Columns that are unique among live products, compared as their indexes do. */
const uniqueColumns = [
  { column: 'name', title: 'name', key: (text: Sql) => sql`lower(${text})` },
  { column: 'part_number', title: 'part number', key: (text: Sql) => sql`part_key(${text})` },
] as const

const refuse = (db: Db, problems: Sql) =>
  sql`update file_rows as r
    set outcome = 'wrong', problems = array_append(problems, refused.problem)
    from (${problems}) as refused
    where r.line = refused.line`.execute(db)
