import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { ladderProblem, toRungs } from '#contract/prices/ladder.ts'
import { Id, toDollars } from '#contract/shared/fields.ts'
import { csvColumns } from '#contract/imports/imports.ts'
import type { CsvColumn } from '#contract/imports/imports.ts'
import { ownKeys } from '#contract/numbers/gtin.ts'
import { asSeen } from '#contract/formats/visible-text.ts'
import { partKey } from '#contract/shared/part-number.ts'
import { quantityMax } from '#contract/products/fields/product-fields.ts'
import type { Db } from '../../db/index.ts'
import { columns } from '../products/product-rows.ts'
import type { ProductRow } from '../products/product-rows.ts'
import { cellProblem, quoted } from './cell-problem.ts'
import { cellOf, details, readCell, readUnits } from './columns.ts'
import { hasLostZeros } from './spoilt-numbers.ts'
import type { Detail, Value } from './columns.ts'
import type { FileRow } from './read-file.ts'
import { netAdjustments } from '../stock/adjustments.ts'

type Values = Record<string, Value>

/** The change that one row of a file makes. */
export interface CheckedRow {
  line: number
  outcome: 'new' | 'changed' | 'unchanged' | 'wrong'
  left_out?: boolean
  name: string
  product_id: string | null
  before: Values
  after: Values
  stock: number
  delta: number
  /** The net stock adjustments at the time of the check, for a row with an absolute stock count. */
  supplied: number | null
  problems: string[]
}

type Found = ProductRow & { archived_at: Date | null; supplied: number }

const idOf = ({ cells }: FileRow) => (cells.id ?? '').trim().toLowerCase()
const keyOf = ({ cells }: FileRow) => partKey(cells.part_number ?? '')
const nameOf = ({ cells }: FileRow) =>
  asSeen(cells.name ?? '')
    .normalize('NFC')
    .trim()

/** Compares rows with their products. With `onlyKnown`, rows about parts that the shop does not have are left out. */
export async function checkRows(
  db: Db,
  rows: readonly FileRow[],
  { onlyKnown }: { onlyKnown: boolean },
): Promise<CheckedRow[]> {
  const { productOf, namedBy } = await findProducts(db, rows)
  return rows.map((row) => {
    const product = productOf(row)
    if (row.problem) return wrong(row, [row.problem], product ?? namedBy(row))
    if (onlyKnown && isAboutOther(row, product)) return skipped(row)
    const refusal = refusalOf(row, product)
    if (refusal) return wrong(row, [refusal], product ?? namedBy(row))
    return product ? checkChange(row, product) : checkNew(row)
  })
}

/**
 * Finds the product of each row by id, else by part number, else by name; `namedBy` the one of the number or name of a
 * row whose Id is of none.
 */
async function findProducts(db: Db, rows: readonly FileRow[]) {
  const chosen = db
    .selectFrom('products')
    .select([...columns, 'archived_at', netAdjustments(sql.ref('products.id')).as('supplied')])
  const live = chosen.where('archived_at', 'is', null)
  const ids = rows.map(idOf).filter((id) => Id.safeParse(id).success)
  const byId = await chosen.where('id', 'in', unlessEmpty(ids)).execute()
  const ofId = new Map<string, Found>(byId.map((found) => [found.id, found]))
  const others = rows.filter((row) => !ofId.has(idOf(row)))
  const keys = others.map(keyOf).filter((key) => key !== '')
  const writings = [...new Set(keys.flatMap(ownKeys))]
  // Lower case as the database defines it, as in the unique index.
  const lowered = await sql<{ name: string; key: string }>`
    select name, lower(name) as key from unnest(${others.map(nameOf)}::text[]) as names(name)
    where name <> ''`.execute(db)
  const keyOfName = new Map(lowered.rows.map(({ name, key }) => [name, key]))
  const byPart = await live
    .select(sql<string>`part_key(part_number)`.as('key'))
    .where('part_number', 'is not', null)
    .where(sql<boolean>`part_key(part_number) = any(${writings}::text[])`)
    .execute()
  const byName = await live
    .select(sql<string>`lower(name)`.as('key'))
    .where(sql<boolean>`lower(name) = any(${[...keyOfName.values()]}::text[])`)
    .execute()
  const ofPart = new Map<string, Found>(byPart.map(({ key, ...found }) => [key, found]))
  const ofName = new Map<string, Found>(byName.map(({ key, ...found }) => [key, found]))
  const namedBy = (row: FileRow): Found | undefined =>
    ownKeys(keyOf(row)).flatMap((key) => ofPart.get(key) ?? [])[0] ??
    ofName.get(keyOfName.get(nameOf(row)) ?? '')
  const productOf = (row: FileRow) => (idOf(row) ? ofId.get(idOf(row)) : namedBy(row))
  return { productOf, namedBy }
}

const nilId = '00000000-0000-0000-0000-000000000000'
const unlessEmpty = (ids: string[]) => (ids.length > 0 ? ids : [nilId])

function refusalOf(row: FileRow, product: Found | undefined) {
  if (product?.archived_at) return 'This product is deleted. Restore it first'
  if (!product && idOf(row)) {
    return `No product has the Id ${quoted(idOf(row))}. Leave it empty for a new product`
  }
  return product && refusalOfName(row, product)
}

/** Many suppliers sell a “Radiator”: without an Id, a row with another number is not about the part of its name. */
function hasOtherNumber(row: FileRow, { part_number: number }: Found) {
  const isNamed = idOf(row) !== '' || keyOf(row) === ''
  return !isNamed && !ownKeys(keyOf(row)).includes(partKey(number ?? ''))
}

function refusalOfName(row: FileRow, product: Found) {
  const { name, part_number: number } = product
  if (number === null || !hasOtherNumber(row, product)) return undefined
  return `${noPart(row)}, and ${quoted(name)} is the name of ${number}. To add a new part, use another name. To change ${number}, add its Id`
}

/** Whether a row without an Id names a part that the shop does not have. */
function isAboutOther(row: FileRow, product: Found | undefined) {
  if (idOf(row) || (!keyOf(row) && !nameOf(row))) return false
  return !product || hasOtherNumber(row, product)
}

const noPart = ({ cells }: FileRow) =>
  partKey(cells.part_number ?? '')
    ? `There is no part ${quoted(cells.part_number ?? '')}`
    : `There is no part with the name ${quoted(cells.name ?? '')}`

const skipped = (row: FileRow): CheckedRow => ({
  ...wrong(row, [noPart(row)]),
  left_out: true,
})

const problemIn = ({ cells }: FileRow, column: CsvColumn, rule: string) =>
  cellProblem(csvColumns[column], cells[column] ?? '', rule)

/** The name of a row about an unknown part, else its number. */
const writtenName = (row: FileRow) =>
  (nameOf(row) || (row.cells.part_number ?? '').trim()).replaceAll('\0', '').toWellFormed()

/** The name and number that a wrong row would give its part: no other row may take them before it is corrected. */
function keysOf({ cells }: FileRow, product: Found | undefined): Values {
  const keys: Values = {}
  for (const column of ['name', 'part_number'] as const) {
    const read = readCell(column, cells[column] ?? '')
    if ('problem' in read || read.value === null) continue
    const isOwn = partKey(String(read.value)) === partKey(product?.[column] ?? '')
    if (!isOwn) keys[column] = read.value
  }
  return keys
}

const wrong = (row: FileRow, problems: string[], product?: Found): CheckedRow => ({
  line: row.line,
  outcome: 'wrong',
  // The text of the file, cut to what the column can store.
  name: (product?.name ?? writtenName(row)).slice(0, 200),
  product_id: product?.id ?? null,
  before: {},
  after: keysOf(row, product),
  stock: 0,
  delta: 0,
  supplied: null,
  problems,
})

function checkChange(row: FileRow, product: Found): CheckedRow {
  const before: Values = {}
  const after: Values = {}
  const problems: string[] = []
  for (const column of details) {
    const cell = row.cells[column] ?? ''
    // Empty and unchanged cells keep the current value, even one that would be refused today.
    if (cell.trim() === '' || cell === cellOf(column, product[column])) continue
    const read = readCell(column, cell)
    if ('problem' in read) problems.push(problemIn(row, column, read.problem))
    else if (column === 'part_number' && isSameBarcode(read.value, product[column])) continue
    else if (column === 'part_number' && hasLostZeros(cell.trim(), product[column] ?? '')) {
      const rule = `${quoted(cell)} is ${product[column]} without its zeros. Format the column as text`
      problems.push(problemIn(row, column, rule))
    } else if (!isDeepStrictEqual(read.value, product[column])) {
      before[column] = product[column]
      after[column] = read.value
    }
  }
  problems.push(...problemsOfBreaks(row, { ...product, ...after }))
  const stock = stockChange(row, product)
  if ('problem' in stock) problems.push(stock.problem)
  if (problems.length > 0 || 'problem' in stock) return wrong(row, problems, product)
  return {
    line: row.line,
    outcome: stock.delta !== 0 || Object.keys(after).length > 0 ? 'changed' : 'unchanged',
    name: product.name,
    product_id: product.id,
    before,
    after,
    stock: product.quantity,
    ...stock,
    problems,
  }
}

/** Whether a part number differs by the zeros of a barcode alone, which spreadsheets and scanners add and drop. */
const isSameBarcode = (one: Value, other: Value) =>
  typeof one === 'string' &&
  typeof other === 'string' &&
  ownKeys(partKey(one)).slice(1).includes(partKey(other))

/** The price of each rung is below the price of one unit. */
function problemsOfBreaks(row: FileRow, { price_cents, breaks }: Partial<Record<Detail, Value>>) {
  if (!Array.isArray(breaks) || typeof price_cents !== 'number') return []
  const problem = ladderProblem(toRungs(breaks), toDollars(price_cents))
  return problem ? [problemIn(row, 'breaks', problem)] : []
}

/**
 * The stock difference, relative to the column “Stock before” if present, else to the current stock.
 * Units sold since then stay sold.
 */
function stockChange(
  row: FileRow,
  { quantity: stock, supplied }: Found,
): Pick<CheckedRow, 'delta' | 'supplied'> | { problem: string } {
  const { quantity = '', stock_before = '' } = row.cells
  const refusal = (rule: string, column: CsvColumn = 'quantity') => ({
    problem: problemIn(row, column, rule),
  })
  if (!quantity.trim()) return { delta: 0, supplied: null }
  const wanted = readUnits(quantity)
  if ('problem' in wanted) return refusal(wanted.problem)
  const isCount = !stock_before.trim()
  const before = isCount ? { value: stock } : readUnits(stock_before)
  if ('problem' in before) return refusal(before.problem, 'stock_before')
  const delta = wanted.value - before.value
  if (stock + delta < 0) return refusal(`${-delta} units less, and only ${stock} are left`)
  if (delta > 0 && stock + delta > quantityMax) return refusal(`At most ${quantityMax}`)
  return { delta, supplied: isCount && delta !== 0 ? supplied : null }
}

/** The number of a row without the cells of a new part is likely mistyped, so the row says first that it is unknown. */
function problemsOfNew(row: FileRow, refused: readonly { column: CsvColumn; rule: string }[]) {
  const isMissing = ({ column }: { column: CsvColumn }) => !row.cells[column]?.trim()
  const missing = keyOf(row) ? refused.filter(isMissing) : []
  const others = refused.filter((one) => !missing.includes(one))
  const titles = missing.map(({ column }) => csvColumns[column]).join(', ')
  return [
    ...(titles ? [`${noPart(row)}. A new part needs: ${titles}`] : []),
    ...others.map(({ column, rule }) => problemIn(row, column, rule)),
  ]
}

function checkNew(row: FileRow): CheckedRow {
  const after: Values = {}
  const refused: { column: CsvColumn; rule: string }[] = []
  for (const column of details) {
    const read = readCell(column, row.cells[column] ?? '')
    if ('problem' in read) refused.push({ column, rule: read.problem })
    else after[column] = read.value
  }
  const stock = readUnits(row.cells.quantity ?? '')
  if ('problem' in stock) refused.push({ column: 'quantity', rule: stock.problem })
  const problems = [...problemsOfNew(row, refused), ...problemsOfBreaks(row, after)]
  if (problems.length > 0 || 'problem' in stock) return wrong(row, problems)
  return {
    line: row.line,
    outcome: 'new',
    name: String(after['name']),
    product_id: null,
    before: {},
    after,
    stock: 0,
    delta: stock.value,
    supplied: null,
    problems,
  }
}
