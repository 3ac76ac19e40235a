import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Stringifier } from 'csv-stringify'

/**
 * Where a spreadsheet would read a formula: at the beginning of a cell, and behind any sign by which it may split cells, since its separator
 * is that of its language and not the file's. Quotes, apostrophes and spaces before the formula do not hide it.
 */
const beginning = String.raw`(?<=^|[,;|\t\r\n])(?:["']|[^\S\t\r\n])*`
const formula = String.raw`(?=[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20])`

/** Cells may also be split at blanks. Dashes between words and numbers with a sign are not formulas, and stay readable. */
const word = String.raw`(?<=[^\s,;|"']["']*[^\S\t\r\n])(?:["']|[^\S\t\r\n])*`
const inWords = String.raw`(?=[=@\uFF0B\uFF0D\uFF1D\uFF20](?! )|[+\-](?! |[\d.]+%? ))`

const unescaped = new RegExp(`(${beginning})${formula}|(${word})${inWords}`, 'g')
const escaped = new RegExp(`(${beginning})'${formula}|(${word})'${inWords}`, 'g')

/** Escapes a text by one apostrophe before each formula, so that spreadsheets show it as text. */
export const asText = (cell: string) => cell.replaceAll(unescaped, "$1$2'")

/** The inverse of {@link asText}. */
export const fromText = (cell: string) => cell.replaceAll(escaped, '$1$2')

/** Spreadsheets choose the delimiter by locale; the headings show which it is. */
export function delimiterOf(beginning: string) {
  const [headings = ''] = beginning.split('\n', 1)
  return [';', '\t'].find((sign) => headings.includes(sign)) ?? ','
}

interface Column<Row> {
  header: string
  key: keyof Row & string
}

/** A byte order mark, CRLF, and escaped formulas. Numbers stay numbers, negative ones too. */
const forSpreadsheets = {
  bom: true,
  cast: { string: asText },
  // Any line break needs quotes, not only the file's own.
  quoted_match: /[\r\n]/,
  record_delimiter: 'windows',
} as const

/** CSV for spreadsheets, with the columns of all rows. */
export function asCsv<Row extends object>(
  columns: Column<Row>[],
  source: AsyncIterable<Row>,
): Stringifier {
  return written(source, stringify({ ...forSpreadsheets, header: true, columns }))
}

/** CSV for spreadsheets from rows of cells, of which the first has the headings. */
export const asCsvOfCells = (source: AsyncIterable<readonly string[]>, delimiter: string) =>
  written(source, stringify({ ...forSpreadsheets, delimiter }))

function written(source: AsyncIterable<object>, csv: Stringifier): Stringifier {
  const rows = Readable.from(source)
  rows.on('error', (error) => csv.destroy(error))
  csv.on('close', () => rows.destroy())
  return rows.pipe(csv)
}

/** Headers for a download. */
export const csvHeaders = (fileName: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${fileName}"`,
})
