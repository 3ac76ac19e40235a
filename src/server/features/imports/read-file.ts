import { csvColumns, importBytesMax, importRowsMax } from '#contract/imports/imports.ts'
import type { CsvColumn } from '#contract/imports/imports.ts'
import { csvRows, fileProblem } from './csv-rows.ts'
import type { CsvRow } from './csv-rows.ts'
import { headingReader } from './headings.ts'

export type FileRow = CsvRow<CsvColumn>

/**
 * Parses a catalogue file while it is received. Throws on errors that affect the whole file. One with “Stock before” adds
 * units, and would add them again if some of its rows came as another file.
 */
export async function* rowsOf(
  bytes: AsyncIterable<Uint8Array>,
  { onlyKnown }: { onlyKnown: boolean },
): AsyncGenerator<FileRow> {
  const layout = {
    bytesMax: importBytesMax,
    rowsMax: importRowsMax,
    columnsOf: (headings: string[]) => {
      const columns = columnsOf(headings)
      if (onlyKnown && addsUnits(columns)) throw fileProblem(leavesNothingOut)
      return columns
    },
    refusalOfLeftOut: (columns: CsvColumn[]) => (addsUnits(columns) ? partOfAnother : undefined),
  }
  for await (const row of csvRows(bytes, layout)) yield { ...row, cells: withPictures(row.cells) }
}

const addsUnits = (columns: CsvColumn[]) => columns.includes('stock_before')

const leavesNothingOut =
  'No row is left out of a file with “Stock before”, which could add the units of the others twice. Remove that column, or import all rows'
const partOfAnother =
  'These rows belong to a file with “Stock before”, and could add their units twice. Correct and choose that file'

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
