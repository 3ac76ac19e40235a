import {
  fitmentColumns,
  fitmentFileBytesMax,
  fitmentFileRowsMax,
} from '#contract/imports/fitment-files.ts'
import type { FitmentColumn } from '#contract/imports/fitment-files.ts'
import type { ImportMode } from '#contract/imports/imports.ts'
import { csvRows, fileProblem, refusalOfSome } from '../../imports/csv-rows.ts'
import { headingReader } from '../../imports/headings.ts'

const readHeadings = headingReader(fitmentColumns, {
  id: ['productid'],
  partNumber: ['sku', 'part', 'partno', 'mpn', 'articlenumber'],
  make: ['manufacturer', 'carmake', 'vehiclemake'],
  model: ['carmodel', 'vehiclemodel'],
  scheme: ['codescheme', 'codetype'],
  code: ['carcode', 'vehiclecode'],
  yearFrom: ['yearstart', 'startyear', 'fromyear', 'firstyear', 'yearbegin', 'beginyear'],
  yearTo: ['yearend', 'endyear', 'toyear', 'lastyear'],
  years: ['year', 'yearrange', 'modelyear', 'modelyears'],
  submodel: ['trim', 'submodelname', 'version', 'variant'],
  engine: ['motor', 'enginetype'],
  position: ['location', 'mountingposition'],
  perCar: ['qty', 'quantity', 'qtypercar', 'quantitypercar', 'pervehicle', 'qtypervehicle'],
  note: ['notes', 'comment', 'comments', 'fitmentnote', 'fitmentnotes'],
  universal: ['isuniversal', 'universalfit', 'fitseverycar'],
})

/** Parses a file of fitments while it is received. Throws on errors that affect the whole file. */
export const fitmentRowsOf = (bytes: AsyncIterable<Uint8Array>, mode: ImportMode | null) =>
  csvRows(bytes, {
    bytesMax: fitmentFileBytesMax,
    rowsMax: fitmentFileRowsMax,
    columnsOf,
    refusalOfLeftOut: refusalOfSome(mode),
  })

function columnsOf(headings: string[]): FitmentColumn[] {
  const columns = readHeadings(headings)
  if (!columns.includes('id') && !columns.includes('partNumber')) {
    throw fileProblem('A column Part number has to say which product a row is about')
  }
  const namesCars = columns.includes('make') && columns.includes('model')
  if (!namesCars && !columns.includes('universal') && !columns.includes('code')) {
    throw fileProblem('The columns Make and Model have to say which car a row is about')
  }
  return columns
}
