import { csvColumns, importBytesMax, importRowsMax } from '#contract/imports/imports.ts'
import type { CsvColumn } from '#contract/imports/imports.ts'
import { csvRows, fileProblem } from './csv-rows.ts'
import type { CsvRow } from './csv-rows.ts'
import { headingReader } from './headings.ts'

export type FileRow = CsvRow<CsvColumn>

/** Parses a catalogue file while it is received. Throws on errors that affect the whole file. */
export async function* rowsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FileRow> {
  const layout = { bytesMax: importBytesMax, rowsMax: importRowsMax, columnsOf }
  for await (const row of csvRows(bytes, layout)) yield { ...row, cells: withPictures(row.cells) }
}

const betweenPictures = /[,;|\s]+(?=https?:\/\/)|(?:[,;|]*\s+|[;|]+)(?=\/)/

/** Other systems write all pictures of a product into one cell: the first is its picture, the others are further ones. */
function withPictures(cells: FileRow['cells']): FileRow['cells'] {
  const [img = '', ...others] = (cells.img ?? '').trim().split(betweenPictures)
  if (others.length === 0) return cells
  const more = [...others, cells.more_pictures?.trim() ?? ''].filter((line) => line !== '')
  return { ...cells, img, more_pictures: more.join('\n') }
}

const readHeadings = headingReader(csvColumns)

function columnsOf(headings: string[]): CsvColumn[] {
  const columns = readHeadings(headings)
  if (!columns.some((column) => ['id', 'part_number', 'name'].includes(column))) {
    throw fileProblem('A column Id, Part number or Name has to say which product a row is about')
  }
  return columns
}
