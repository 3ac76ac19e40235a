import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
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

/** Stores rows of a file by `COPY`, which takes 0.6 of the time of an insert. */
export async function storeRows(pool: Pool, importId: string, rows: readonly ReadFitment[]) {
  const lines = rows.map(
    (row) => `${importId}\t${columns.map((column) => copied(row[column])).join('\t')}\n`,
  )
  const client = await pool.connect()
  try {
    const statement = `copy fitment_import_rows (import_id, ${columns.join(', ')}) from stdin`
    await pipeline([lines.join('')], client.query(copyFrom(statement)))
  } finally {
    client.release()
  }
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
}

/** A value in the text format of `COPY`. */
const copied = (value: string | number | boolean | null) =>
  value === null ? '\\N' : String(value).replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? '')
