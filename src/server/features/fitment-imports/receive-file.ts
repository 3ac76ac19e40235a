import { sql } from 'kysely'
import type { FitmentImportMode } from '#contract/vehicles/fitment-imports.ts'
import type { Db } from '../../db/index.ts'
import { fitmentRowsOf } from './file-columns.ts'
import { readRow } from './read-row.ts'
import type { ReadFitment } from './read-row.ts'

const rowsAtOnce = 2500

interface File {
  name: string
  mode: FitmentImportMode
  userId: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Stores the rows of a file as it is received, and requests their check by the job. Returns the id of the import.
 */
export async function receiveFile(db: Db, { name, mode, userId, bytes }: File): Promise<string> {
  const { id } = await db
    .insertInto('fitment_imports')
    .values({ user_id: userId, file_name: name, mode })
    .returning('id')
    .executeTakeFirstOrThrow()
  let batch: ReadFitment[] = []
  for await (const row of fitmentRowsOf(bytes)) {
    batch.push(...readRow(row))
    if (batch.length >= rowsAtOnce) {
      await storeRows(db, id, batch)
      batch = []
    }
  }
  if (batch.length > 0) await storeRows(db, id, batch)
  await db
    .updateTable('fitment_imports')
    .set({ state: 'checking', changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  return id
}

const storeRows = (db: Db, importId: string, rows: readonly ReadFitment[]) =>
  sql`
    insert into fitment_import_rows (import_id, line, part, product_id, part_number, part_key,
      make, make_key, model, model_key, year_from, year_to, decilitres, cylinders, fuel, position,
      per_car, note, is_universal, problem)
    select ${importId}, line, part, product_id, part_number, part_key,
      make, make_key, model, model_key, year_from, year_to, decilitres, cylinders, fuel, position,
      per_car, note, is_universal, problem
    from jsonb_populate_recordset(null::fitment_import_rows, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
