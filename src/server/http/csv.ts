import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Stringifier } from 'csv-stringify'

/** What a spreadsheet would take for a formula, behind any number of the signs that make it text. */
const formula = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/

/** A cell that is text, whatever others have written into it. */
export const asText = (cell: string) => (formula.test(cell) ? `'${cell}` : cell)

/** The text that {@link asText} has made a cell of. */
export const fromText = (cell: string) =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell

interface Column<Row> {
  header: string
  key: keyof Row & string
}

/** Rows as spreadsheets read them: a byte order mark, CRLF, and what would be a formula is text. */
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
    // A line break of another kind than the file's own needs quotes too.
    quoted_match: /[\r\n]/,
    record_delimiter: 'windows',
  })
  rows.on('error', (error) => csv.destroy(error))
  csv.on('close', () => rows.destroy())
  return rows.pipe(csv)
}

/** The headers of an answer that is to be saved as a file. */
export const csvHeaders = (fileName: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${fileName}"`,
})
