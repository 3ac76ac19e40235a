import { sql } from 'kysely'
import type { Database } from '../../../db/index.ts'
import { AppError } from '../../../errors/errors.ts'
import { inBatches } from '../../imports/csv-rows.ts'
import { countPieces, piecesOf, removePieces } from '../../imports/large-files/kept-file.ts'
import { ImportProblem } from '../../imports/kind.ts'
import type { ImportJob } from '../../imports/kind.ts'
import { fitmentRowsOf } from './file-columns.ts'
import { withCars } from './cars-of-codes.ts'
import { readRow } from './read-row.ts'
import type { ReadFitment } from './read-row.ts'
import { storeRows } from './store-rows.ts'

const rowsAtOnce = 2500

/**
 * Stores the rows of a received file. One that another node began to read is read from the beginning; of one that a node
 * of the last release has read and not kept, nothing is left to do.
 */
export async function readFile(database: Database, { importId, mode, report }: ImportJob) {
  const pieces = await countPieces(database.db, 'fitments', importId)
  if (pieces === 0) return
  await removeRows(database, importId)
  try {
    const bytes = piecesOf(database.db, 'fitments', importId, (piece) => report(piece / pieces))
    await storeRowsOf(database, importId, fitmentsOf(bytes, mode))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    await removeRows(database, importId)
    await removePieces(database.db, 'fitments', importId)
    throw new ImportProblem(error.message)
  }
  await sql`analyze fitment_import_rows`.execute(database.db)
}

async function storeRowsOf(
  { db, pool }: Database,
  importId: string,
  fitments: AsyncIterable<ReadFitment>,
) {
  for await (const rows of inBatches(fitments, rowsAtOnce)) {
    await storeRows(pool, importId, await withCars(db, rows))
  }
}

async function* fitmentsOf(bytes: AsyncIterable<Buffer>, mode: ImportJob['mode']) {
  for await (const row of fitmentRowsOf(bytes, mode)) yield* readRow(row)
}

/** On a connection of its own: they may be a million, and those of the check would wait for its transaction. */
const removeRows = (database: Database, importId: string) =>
  database.forMinutes(({ db }) =>
    db.deleteFrom('fitment_import_rows').where('import_id', '=', importId).execute(),
  )
