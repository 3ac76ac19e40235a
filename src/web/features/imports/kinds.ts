import {
  csvColumns,
  importBytesMax,
  type ImportKind,
  importRowsMax,
  imports,
} from '#contract/imports.ts'
import {
  noSuccessor,
  numberColumns,
  numberFileBytesMax,
  numberFileRowsMax,
} from '#contract/numbers/number-files.ts'
import { numberKindNames } from '#contract/numbers/product-numbers.ts'

interface Kind {
  path: string
  /** Of the page. */
  title: string
  csv: typeof imports.csv | typeof imports.numbersCsv
  /** The name of the exported file. */
  fileName: string
  notExported: string
  bytesMax: number
  rowsMax: number
  /** What to do, and what the columns mean. */
  texts: readonly [string, string]
  /** What an undo does. */
  undo: (file: string) => string
}

/** What the pages of imports say and do for each kind of file. */
export const kinds: Readonly<Record<ImportKind, Kind>> = {
  products: {
    path: '/dashboard/importProducts',
    title: 'Import Products',
    csv: imports.csv,
    fileName: 'products.csv',
    notExported: 'The catalogue could not be exported.',
    bytesMax: importBytesMax,
    rowsMax: importRowsMax,
    texts: [
      'Export the catalogue, change it in a spreadsheet and choose the file here. You will see every change before you import, and you can undo an import.',
      `The columns are ${Object.values(csvColumns).join(', ')}; leave out any you don’t need. Empty cells and products missing from the file are left unchanged.`,
    ],
    undo: (file) =>
      `The changes made by ${file} are reversed, and the products it added are removed from the shop. Later sales and manual changes are kept.`,
  },
  numbers: {
    path: '/dashboard/importNumbers',
    title: 'Import Numbers',
    csv: imports.numbersCsv,
    fileName: 'numbers.csv',
    notExported: 'The numbers could not be exported.',
    bytesMax: numberFileBytesMax,
    rowsMax: numberFileRowsMax,
    texts: [
      'A row gives a part another number, or the part that replaced it. You will see every change before you import, and you can undo an import.',
      `The columns are ${Object.values(numberColumns).join(', ')}. The kinds are ${numberKindNames.join(', ')}. An empty “Replaced by” changes nothing, and “${noSuccessor}” removes it.`,
    ],
    undo: (file) =>
      `The numbers of the parts of ${file} become what they were before. Parts that were changed since are left.`,
  },
}
