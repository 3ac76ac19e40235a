import { csvColumns, importBytesMax, importRowsMax } from '#contract/imports/imports.ts'
import type { CsvColumn } from '#contract/imports/imports.ts'
import { csvRows, fileProblem } from './csv-rows.ts'
import type { CsvRow } from './csv-rows.ts'
import { headingReader } from './headings.ts'

export type FileRow = CsvRow<CsvColumn>

/** Parses a catalogue file while it is received. Throws on errors that affect the whole file. */
export const rowsOf = (bytes: AsyncIterable<Uint8Array>) =>
  csvRows(bytes, { bytesMax: importBytesMax, rowsMax: importRowsMax, columnsOf })

const readHeadings = headingReader(csvColumns)

function columnsOf(headings: string[]): CsvColumn[] {
  const columns = readHeadings(headings)
  if (!columns.some((column) => ['id', 'part_number', 'name'].includes(column))) {
    throw fileProblem('A column Id, Part number or Name has to say which product a row is about')
  }
  return columns
}
