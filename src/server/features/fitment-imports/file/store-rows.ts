import type { Pool } from 'pg'
import { copyRows } from '../../imports/copy-rows.ts'
import type { ReadFitment } from './read-row.ts'

const columns = [
  'line',
  'part',
  'product_id',
  'part_number',
  'part_key',
  'make',
  'make_key',
  'model',
  'model_key',
  'model_id',
  'year_from',
  'year_to',
  'decilitres',
  'cylinders',
  'fuel',
  'position',
  'per_car',
  'note',
  'is_universal',
  'problem',
] as const satisfies (keyof ReadFitment)[]

/** Stores rows of a file. */
export const storeRows = (pool: Pool, importId: string, rows: readonly ReadFitment[]) =>
  copyRows(
    pool,
    'fitment_import_rows',
    ['import_id', ...columns],
    rows.map((row) => ({ import_id: importId, ...row })),
  )
