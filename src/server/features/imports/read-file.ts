import { csvColumns, importBytesMax, importRowsMax } from '#contract/imports.ts'
import type { CsvColumn } from '#contract/imports.ts'
import { csvRows, fileProblem } from './csv-rows.ts'
import type { CsvRow } from './csv-rows.ts'

export type FileRow = CsvRow<CsvColumn>

/** Parses a catalogue file while it is received. Throws on errors that affect the whole file. */
export const rowsOf = (bytes: AsyncIterable<Uint8Array>) =>
  csvRows(bytes, { bytesMax: importBytesMax, rowsMax: importRowsMax, columnsOf })

const columnByTitle = new Map(
  Object.entries(csvColumns).map(([column, title]) => [title.toLowerCase(), column as CsvColumn]),
)

function columnsOf(headings: string[]): CsvColumn[] {
  const columns = headings.map((heading) => {
    const column = columnByTitle.get(heading.trim().toLowerCase())
    if (column) return column
    const known = Object.values(csvColumns).join(', ')
    throw fileProblem(`There is no column “${heading.slice(0, 50)}”. The columns are: ${known}`)
  })
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice) throw fileProblem(`The column “${csvColumns[twice]}” occurs twice`)
  if (!columns.some((column) => ['id', 'part_number', 'name'].includes(column))) {
    throw fileProblem('A column Id, Part number or Name has to say which product a row is about')
  }
  return columns
}
