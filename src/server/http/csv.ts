import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Stringifier } from 'csv-stringify'

/** Cells that a spreadsheet would run as a formula, with any number of leading apostrophes. */
const formula = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/

/** Escapes a cell, so that spreadsheets show it as text. */
export const asText = (cell: string) => (formula.test(cell) ? `'${cell}` : cell)

/** The inverse of {@link asText}. */
export const fromText = (cell: string) =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell

/** Spreadsheets choose the delimiter by locale; the headings show which it is. */
export function delimiterOf(beginning: string) {
  const [headings = ''] = beginning.split('\n', 1)
  return [';', '\t'].find((sign) => headings.includes(sign)) ?? ','
}

interface Column<Row> {
  header: string
  key: keyof Row & string
}

/** CSV for spreadsheets: a byte order mark, CRLF, and escaped formulas. */
export function asCsv<Row extends object>(
  columns: Column<Row>[],
  source: AsyncIterable<Row>,
): Stringifier {
  const rows = Readable.from(source)
  const csv = stringify({
    header: true,
    bom: true,
    columns,
    cast: { string: asText },
    // Any line break needs quotes, not only the file's own.
    quoted_match: /[\r\n]/,
    record_delimiter: 'windows',
  })
  rows.on('error', (error) => csv.destroy(error))
  csv.on('close', () => rows.destroy())
  return rows.pipe(csv)
}

/** Headers for a download. */
export const csvHeaders = (fileName: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${fileName}"`,
})
