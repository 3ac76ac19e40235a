import { sql } from 'kysely'
import { csvColumns, imports } from '#contract/imports/imports.ts'
import type { ProductColumn } from '#contract/products/fields/product-fields.ts'
import type { Db } from '../../db/index.ts'
import { columns, fieldColumns } from '../products/product-rows.ts'
import { applyRange } from './apply-import.ts'
import { checkFile } from './check-file.ts'
import { cellValue } from './columns.ts'
import type { ImportedKind, ImportJob } from './kind.ts'
import { loadFileRows } from './large-files/file-table.ts'
import { listProductRows } from './list-rows.ts'
import { refuseRepetition } from './repeated-import.ts'
import { undoRange } from './undo-import.ts'

const linesAtOnce = 2000

/** Imports of the catalogue. */
export const productImports: ImportedKind = {
  of: 'products',
  exported: { call: imports.csv, fileName: 'products.csv', columns: csvColumns, rows: eachProduct },
  receive: checkFile,
  rows: listProductRows,
  operations: {
    async applying(trx, job) {
      await loadRows(trx, job)
      await refuseRepetition(trx, job.importId)
      await inRanges(trx, job, applyRange)
    },
    async undoing(trx, job) {
      await loadRows(trx, job)
      await inRanges(trx, job, undoRange)
    },
  },
  isWhole: sql`(
    select count(*) from product_import_rows
    where import_id = made.id and outcome in ('new', 'changed')) = new_rows + changed_rows`,
  countKept: sql`kept_rows = (
    select count(*) from product_import_rows where import_id = made.id and note is not null)`,
}

async function loadRows(trx: Db, { importId }: ImportJob) {
  const condition = sql`outcome in ('new', 'changed')`
  await loadFileRows(trx, { table: 'product_import_rows', importId, condition })
  await lockProducts(trx)
}

/**
 * All products of the file at once, in the order of all locks: the order of its lines is another one. A statement of its own, so
 * that the next ones see the changes of the previous lock holders.
 */
const lockProducts = (trx: Db) =>
  sql`
    select from products where id in (select product_id from file_rows)
    order by id for no key update`.execute(trx)

async function inRanges(trx: Db, job: ImportJob, run: typeof undoRange) {
  const { rows } = await sql<{ last: number | null }>`
    select max(line) as last from file_rows`.execute(trx)
  const last = rows[0]?.last ?? 0
  for (let from = 0; from < last; from += linesAtOnce) {
    await run(trx, { ...job, from, to: from + linesAtOnce })
    await job.report(Math.min(from + linesAtOnce, last) / last)
  }
}

/** All live products in the order of their ids, read in pages. */
async function* eachProduct(db: Db, rows = 1000) {
  let after: string | undefined
  for (;;) {
    let query = db
      .selectFrom('products')
      .select(columns)
      .where('archived_at', 'is', null)
      .orderBy('id')
      .limit(rows)
    if (after) query = query.where('id', '>', after)
    const page = await query.execute()
    for (const product of page) {
      const cells = fieldColumns.map((column) => [column, cellValue(column, product[column])])
      yield {
        // Safe: one cell for each of the columns.
        ...(Object.fromEntries(cells) as Record<ProductColumn, string | number>),
        id: product.id,
        stock_before: product.quantity,
      }
    }
    if (page.length < rows) return
    after = page.at(-1)?.id
  }
}
