import { sql } from 'kysely'
import { imports } from '#contract/imports/imports.ts'
import { numberColumns } from '#contract/imports/number-files.ts'
import type { ImportedKind } from '../imports/kind.ts'
import { checkFile } from './check-file.ts'
import { eachNumber } from './export-numbers.ts'
import { listNumberRows } from './list-rows.ts'
import { applyNumbers, undoNumbers } from './write-numbers.ts'

/** Imports of other numbers of products. */
export const numberImports: ImportedKind = {
  of: 'numbers',
  exported: {
    call: imports.numbersCsv,
    fileName: 'numbers.csv',
    columns: numberColumns,
    rows: eachNumber,
  },
  receive: checkFile,
  rows: listNumberRows,
  operations: { applying: applyNumbers, undoing: undoNumbers },
  isWhole: sql`(
    select count(*) from number_import_rows
    where import_id = made.id and outcome in ('new', 'changed', 'removed')
  ) = new_rows + changed_rows + removed_rows`,
  // Not a join of two tables that the planner may expect to have one row of this import each.
  countKept: sql`kept_rows = (
    select count(*) from number_import_rows
    where import_id = made.id and outcome in ('new', 'changed', 'removed') and product_id in (
      select product_id from number_import_products where import_id = made.id and note is not null))`,
}
