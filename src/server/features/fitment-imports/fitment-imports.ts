import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { fitmentColumns } from '#contract/imports/fitment-files.ts'
import { imports } from '#contract/imports/imports.ts'
import type { Database } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import type { ImportedKind, ImportJob } from '../imports/kind.ts'
import { removeUnlessRefused } from '../imports/large-files/kept-file.ts'
import { applyImport } from './apply-import.ts'
import { checkImport } from './check-import.ts'
import { eachFitment } from './export-fitments.ts'
import { readFile } from './file/read-file.ts'
import { receiveFile } from './file/receive-file.ts'
import { listRows } from './list-rows.ts'
import { undoImport } from './undo-import.ts'

const {
  years: _years,
  scheme: _scheme,
  code: _code,
  submodel: _submodel,
  ...exported
} = fitmentColumns

/** Imports of what products fit. */
export const fitmentImports: ImportedKind = {
  of: 'fitments',
  exported: {
    call: imports.fitmentsCsv,
    fileName: 'fitments.csv',
    columns: exported,
    rows: eachFitment,
  },
  receive: receiveFile,
  rows: listRows,
  // Thousands of rows have come since the last time that the planner counted them.
  prepare: (db) => sql`analyze fitment_import_rows, fitment_import_products`.execute(db),
  operations: { checking: readAndCheck, applying: applyImport, undoing: undoImport },
  isWhole: sql`(
    select count(*) from fitment_import_rows
    where import_id = made.id and outcome in ('new', 'changed', 'removed', 'replaced')
  ) = new_rows + 2 * changed_rows + removed_rows and (
    select count(*) from fitment_import_products where import_id = made.id) = parts`,
  countKept: sql`
    kept_parts = (
      select count(*) from fitment_import_products where import_id = made.id and note is not null),
    kept_rows = (
      select count(*) from fitment_import_rows r
      join fitment_import_products i on i.import_id = r.import_id and i.product_id = r.product_id
      where r.import_id = made.id and i.note is not null
        and outcome in ('new', 'changed', 'removed'))`,
}

/** The share of reading in the time of a check. */
const readingShare = 0.4

async function readAndCheck(trx: Transaction<Schema>, job: ImportJob, database: Database) {
  const { report } = job
  // The transaction waits while the rows are stored beside it.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
  await readFile(database, { ...job, report: (share) => report(share * readingShare) })
  await checkImport(trx, {
    ...job,
    report: (share) => report(readingShare + share * (1 - readingShare)),
  })
  await removeUnlessRefused(trx, 'fitments', job.importId)
}
