import type { ImportMode } from '#contract/imports/imports.ts'
import { numberKinds, ProductNumber } from '#contract/numbers/product-numbers.ts'
import type { NumberKind } from '#contract/numbers/product-numbers.ts'
import {
  noSuccessor,
  numberColumns,
  numberFileBytesMax,
  numberFileRowsMax,
} from '#contract/imports/number-files.ts'
import type { NumberColumn } from '#contract/imports/number-files.ts'
import { partKey } from '#contract/shared/part-number.ts'
import { cellProblem, quoted } from '../imports/cell-problem.ts'
import { csvRows, fileProblem, refusalOfSome } from '../imports/csv-rows.ts'
import type { CsvRow } from '../imports/csv-rows.ts'
import { headingReader } from '../imports/headings.ts'
import { barcodeProblem, spoiltNumber } from '../imports/spoilt-numbers.ts'

const readHeadings = headingReader(numberColumns, {
  partNumber: ['sku', 'part', 'partno', 'mpn', 'articlenumber'],
  kind: ['type', 'numbertype', 'numberkind'],
  brand: ['make', 'maker', 'manufacturer'],
  number: ['othernumber', 'reference', 'crossreference', 'oenumber', 'oemnumber'],
  replacedBy: ['successor', 'supersededby', 'newnumber'],
})

/** Parses a file of numbers while it is received. Throws on errors that affect the whole file. */
export const numberRowsOf = (bytes: AsyncIterable<Uint8Array>, mode: ImportMode) =>
  csvRows(bytes, {
    bytesMax: numberFileBytesMax,
    rowsMax: numberFileRowsMax,
    columnsOf,
    refusalOfLeftOut: refusalOfSome(mode),
  })

function columnsOf(headings: string[]): NumberColumn[] {
  const columns = readHeadings(headings)
  if (!columns.includes('partNumber')) {
    throw fileProblem('The column Part number is missing: it says which product a row is about')
  }
  if (
    !columns.includes('replacedBy') &&
    !(columns.includes('kind') && columns.includes('number'))
  ) {
    throw fileProblem('The columns Kind and Number, or Replaced by, are missing')
  }
  return columns
}

/** A row of a file, before the check has found its products. */
export interface ReadNumber {
  line: number
  part_number: string
  part_key: string
  kind: NumberKind | null
  brand: string | null
  number: string | null
  successor: string | null
  successor_key: string | null
  problem: string | null
}

/** A row that was read, and why its number may be none. */
export type DoubtfulRow = ReadNumber & { doubt: string | undefined }

type Cells = Partial<Record<NumberColumn, string>>

/** What other systems call the kinds, without spaces and signs. */
const kindNames = new Map<string, NumberKind>(
  // Safe: the keys of a constant.
  (
    [
      ['oem', 'oem oe original oemnumber oenumber'],
      ['interchange', 'interchange crossreference aftermarket competitor interchangenumber'],
      ['replaced', 'replaced superseded old former replacednumber'],
      ['barcode', 'barcode ean upc gtin ean13'],
    ] as const
  ).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
)

/** The longest number of the shop has 40 characters, the longest brand 60. */
const shownLength = 80
const cell = (cells: Cells, column: NumberColumn) =>
  (cells[column] ?? '').trim().slice(0, shownLength).toWellFormed().normalize('NFC')

/** The number and the successor that a row names, or what is wrong with it. */
export function readRow({ line, cells, problem }: CsvRow<NumberColumn>): DoubtfulRow {
  const partNumber = cell(cells, 'partNumber')
  const successor = cell(cells, 'replacedBy')
  const kindText = cell(cells, 'kind')
  const kind = kindNames.get(kindText.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  const named = {
    kind: kind ?? 'oem',
    brand: cell(cells, 'brand'),
    number: cell(cells, 'number'),
  }
  const hasNumber = named.number !== '' || kindText !== ''
  const read = hasNumber ? ProductNumber.safeParse(named) : undefined
  const wrong =
    problem ??
    (partKey(partNumber) === '' ? 'The part number is missing' : undefined) ??
    (hasNumber || successor !== '' ? undefined : 'The row has neither a number nor a successor') ??
    (hasNumber && !kind ? unknownKind(kindText) : undefined) ??
    read?.error?.issues.map(({ path, message }) => {
      const column = path[0] === 'brand' ? 'brand' : 'number'
      return cellProblem(numberColumns[column], named[column], message)
    })[0] ??
    (successor !== '' && successor !== noSuccessor && partKey(successor) === ''
      ? `${quoted(successor)} is not a part number`
      : null)
  return {
    line,
    part_number: partNumber,
    // A row with too few or too many cells may not name its part where the column is.
    part_key: problem ? '' : partKey(partNumber),
    kind: read?.data?.kind ?? null,
    brand: read?.data?.brand ?? null,
    number: read?.data?.number ?? null,
    successor: successor || null,
    successor_key: successor === '' ? null : partKey(successor),
    problem: wrong,
    doubt: doubtOf(named),
  }
}

/** What makes a number doubtful that the form of a product would take. */
function doubtOf({ kind, number }: { kind: NumberKind; number: string }) {
  const rule =
    spoiltNumber(number) ??
    (/\S \/ \S/.test(number)
      ? `${quoted(number)} are two numbers. Write each into a row of its own`
      : undefined) ??
    (kind === 'barcode' && number !== '' ? barcodeProblem(number) : undefined)
  return rule && cellProblem(numberColumns.number, number, rule)
}

const unknownKind = (kind: string) =>
  kind === ''
    ? 'The kind of the number is missing'
    : `Unknown kind ${quoted(kind)}. The kinds are: ${Object.keys(numberKinds).join(', ')}`
