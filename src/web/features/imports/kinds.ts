import { groupDigits } from '#contract/formats/formatting.ts'
import {
  fitmentColumns,
  fitmentFileBytesMax,
  fitmentFileRowsMax,
} from '#contract/imports/fitment-files.ts'
import {
  csvColumns,
  type FileImport,
  importBytesMax,
  type ImportKind,
  type ImportMode,
  importRowsMax,
  imports,
} from '#contract/imports/imports.ts'
import {
  noSuccessor,
  numberColumns,
  numberFileBytesMax,
  numberFileRowsMax,
} from '#contract/imports/number-files.ts'
import { numberKindNames } from '#contract/numbers/product-numbers.ts'
import * as pathTo from '#web/lib/router/path-to.ts'

interface Kind {
  path: Parameters<typeof pathTo.importOf>[0]
  /** The name of its tab. */
  name: string
  csv: typeof imports.csv | typeof imports.numbersCsv | typeof imports.fitmentsCsv
  /** The name of the exported file. */
  fileName: string
  notExported: string
  bytesMax: number
  rowsMax: number
  /** What to do, and what the columns mean. */
  texts: readonly [string, string]
  /** What the shop does with a file while it is sent. */
  sending: string
  /** What a file may say of the parts that it names, if it removes something. */
  modes?: Readonly<Record<ImportMode, string>>
  /** What a row is called. */
  noun: 'row' | 'fitment'
  /** The title of the column with the numbers of its rows. */
  title: 'Rows' | 'Fitments'
  /** What will be done, before the question whether to do it. */
  consequence: (made: Pick<FileImport, 'counts' | 'parts'>) => string
  /** What an undo does. */
  undo: (file: string) => string
  /** What an undo has left. */
  kept: (made: FileImport) => string
}

export const counted = (count: number, noun: string) =>
  count === 1 ? `1 ${noun}` : `${groupDigits(count)} ${noun}s`

const changedAndRemoved = ({ changed, removed = 0 }: FileImport['counts']) =>
  `${groupDigits(changed)} changed and ${groupDigits(removed)} removed`

/** What the pages of imports say and do for each kind of file. */
export const kinds: Readonly<Record<ImportKind, Kind>> = {
  products: {
    path: pathTo.importProducts,
    name: 'Products',
    csv: imports.csv,
    fileName: 'products.csv',
    notExported: 'The catalogue could not be exported.',
    bytesMax: importBytesMax,
    rowsMax: importRowsMax,
    texts: [
      'Export the catalogue, change it in a spreadsheet and choose the file here. You will see every change before you import, and you can undo an import.',
      `The columns are ${Object.values(csvColumns).join(', ')}; leave out any you don’t need. Empty cells and products missing from the file are left unchanged.`,
    ],
    sending: 'Comparing with the catalogue',
    noun: 'row',
    title: 'Rows',
    consequence: ({ counts }) =>
      `${counted(counts.new, 'product')} will be added and ${groupDigits(counts.changed)} changed`,
    undo: (file) =>
      `The changes made by ${file} are reversed, and the products it added are removed from the shop. Later sales and manual changes are kept.`,
    kept: ({ keptRows }) => `${counted(keptRows, 'row')} kept later sales or manual changes.`,
  },
  numbers: {
    path: pathTo.importNumbers,
    name: 'Numbers',
    csv: imports.numbersCsv,
    fileName: 'numbers.csv',
    notExported: 'The numbers could not be exported.',
    bytesMax: numberFileBytesMax,
    rowsMax: numberFileRowsMax,
    texts: [
      'A row gives a part another number, or the part that replaced it. You will see every change before you import, and you can undo an import.',
      `The columns are ${Object.values(numberColumns).join(', ')}. The kinds are ${numberKindNames.join(', ')}. An empty “Replaced by” changes nothing, and “${noSuccessor}” removes it.`,
    ],
    sending: 'Comparing with the catalogue',
    modes: {
      replace:
        'The file has all numbers of each part that it names numbers of; the rest is removed',
      add: 'The file adds to the numbers of its parts',
    },
    noun: 'row',
    title: 'Rows',
    consequence: ({ counts }) =>
      `${counted(counts.new, 'number')} will be added, ${changedAndRemoved(counts)}`,
    undo: (file) =>
      `The numbers of the parts of ${file} become what they were before. Parts that were changed since are left.`,
    kept: ({ keptRows }) => `${counted(keptRows, 'row')} kept later manual changes.`,
  },
  fitments: {
    path: pathTo.importFitments,
    name: 'Fitments',
    csv: imports.fitmentsCsv,
    fileName: 'fitments.csv',
    notExported: 'The fitments could not be exported.',
    bytesMax: fitmentFileBytesMax,
    rowsMax: fitmentFileRowsMax,
    texts: [
      'A row says that a part fits a car, for some years. You will see every change before you import, and you can undo an import.',
      `The columns are ${Object.values(fitmentColumns).join(', ')}; leave out any you don’t need. Years may be written as 2012-2016, 2018 or 2012-, an engine as 2.0 diesel or 5.0 8-cylinder. Submodels and other words of engines become a note, which buyers are asked to compare. A part that fits every car has “yes” under Universal instead of a car.`,
    ],
    sending: 'Sending the file',
    modes: {
      replace: 'The file says all that each part in it fits; the rest is removed',
      add: 'The file adds to what its parts fit',
    },
    noun: 'fitment',
    title: 'Fitments',
    consequence: ({ counts, parts = 0 }) =>
      `Of ${counted(parts, 'part')}, ${counted(counts.new, 'fitment')} will be added, ${changedAndRemoved(counts)}`,
    undo: (file) =>
      `What the parts of ${file} fit becomes what it was before. Parts that were changed since are left.`,
    kept: ({ keptParts = 0 }) =>
      `${counted(keptParts, 'part')} changed since kept what ${keptParts === 1 ? 'it fits' : 'they fit'}.`,
  },
}
