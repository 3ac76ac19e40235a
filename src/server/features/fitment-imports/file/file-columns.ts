import {
  fitmentColumns,
  fitmentFileBytesMax,
  fitmentFileRowsMax,
} from '#contract/vehicles/fitment-imports.ts'
import type { FitmentColumn } from '#contract/vehicles/fitment-imports.ts'
import { csvRows, fileProblem } from '../../imports/csv-rows.ts'

/** What other systems call the columns, without spaces and signs. */
const otherNames: Readonly<Record<FitmentColumn, readonly string[]>> = {
  id: ['productid'],
  partNumber: ['sku', 'part', 'partno', 'mpn', 'articlenumber'],
  make: ['manufacturer', 'carmake', 'vehiclemake'],
  model: ['carmodel', 'vehiclemodel'],
  scheme: ['codescheme', 'codetype'],
  code: ['carcode', 'vehiclecode'],
  yearFrom: ['yearstart', 'startyear', 'fromyear', 'firstyear', 'yearbegin', 'beginyear'],
  yearTo: ['yearend', 'endyear', 'toyear', 'lastyear'],
  years: ['year', 'yearrange', 'modelyear', 'modelyears'],
  engine: ['motor', 'enginetype'],
  position: ['location', 'mountingposition'],
  perCar: ['qty', 'quantity', 'qtypercar', 'quantitypercar', 'pervehicle', 'qtypervehicle'],
  note: ['notes', 'comment', 'comments', 'fitmentnote', 'fitmentnotes'],
  universal: ['isuniversal', 'universalfit', 'fitseverycar'],
}

const plain = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const columnByName = new Map(
  // Safe: the keys of a constant.
  (Object.entries(fitmentColumns) as [FitmentColumn, string][]).flatMap(([column, title]) =>
    [plain(title), ...otherNames[column]].map((name) => [name, column] as const),
  ),
)

/** Parses a file of fitments while it is received. Throws on errors that affect the whole file. */
export const fitmentRowsOf = (bytes: AsyncIterable<Uint8Array>) =>
  csvRows(bytes, { bytesMax: fitmentFileBytesMax, rowsMax: fitmentFileRowsMax, columnsOf })

function columnsOf(headings: string[]): FitmentColumn[] {
  const columns = headings.map((heading) => {
    const column = columnByName.get(plain(heading))
    if (column) return column
    const known = Object.values(fitmentColumns).join(', ')
    throw fileProblem(`There is no column “${heading.slice(0, 50)}”. The columns are: ${known}`)
  })
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice) throw fileProblem(`The column “${fitmentColumns[twice]}” occurs twice`)
  if (!columns.includes('id') && !columns.includes('partNumber')) {
    throw fileProblem('A column Part number has to say which product a row is about')
  }
  const namesCars = columns.includes('make') && columns.includes('model')
  if (!namesCars && !columns.includes('universal') && !columns.includes('code')) {
    throw fileProblem('The columns Make and Model have to say which car a row is about')
  }
  return columns
}
