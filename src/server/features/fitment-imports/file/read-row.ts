import { Id, text } from '#contract/shared/fields.ts'
import { partKey } from '#contract/shared/part-number.ts'
import { codeSchemes, readScheme } from '#contract/vehicles/code-schemes.ts'
import type { CodeScheme } from '#contract/vehicles/code-schemes.ts'
import { positions } from '#contract/fitments/fit.ts'
import { fitmentColumns } from '#contract/imports/fitment-files.ts'
import type { FitmentColumn } from '#contract/imports/fitment-files.ts'
import { nameKey } from '#contract/vehicles/vehicle-key.ts'
import { cellProblem, quoted } from '../../imports/cell-problem.ts'
import type { CsvRow } from '../../imports/csv-rows.ts'
import { readWrittenEngine } from './written-engine.ts'
import { readWrittenPosition } from './written-position.ts'
import { readWrittenYears } from './written-years.ts'

/** A fitment of a file, before the check has found its product and model. */
export interface ReadFitment {
  line: number
  /** One for each range of years of the line. */
  part: number
  product_id: string | null
  part_number: string
  part_key: string
  make: string
  make_key: string
  model: string
  model_key: string
  /** Only for a code: its car is known without a name. */
  model_id: number | null
  year_from: number | null
  year_to: number | null
  decilitres: number | null
  cylinders: number | null
  fuel: string | null
  position: string | null
  per_car: number | null
  note: string | null
  is_universal: boolean
  problem: string | null
  /** In place of make, model and years, until the codes are looked up. */
  code?: CarCode
}

export interface CarCode {
  scheme: CodeScheme
  code: string
}

type Cells = Partial<Record<FitmentColumn, string>>

/** Why a row cannot be imported, as shown to the admin. */
class RowProblem extends Error {}

export const unknownId = 'No product has this Id. Leave it empty to use the part number'

/** The fitments of one row: one for each range of years, or one that says what is wrong. */
export function readRow({ line, cells, problem }: CsvRow<FitmentColumn>): ReadFitment[] {
  // A row with too few or too many cells may not name its part where the column is.
  const unnamed = problem ? { product_id: null, part_key: '' } : {}
  const named = { ...emptyRow, ...namesIn(cells), ...unnamed, line }
  try {
    if (problem) throw new RowProblem(problem)
    if (trimmed(cells, 'id') && !named.product_id) throw new RowProblem(unknownId)
    if (!named.part_key && !named.product_id) throw new RowProblem('The part number is missing')
    if (readUniversal(cells)) return [{ ...named, is_universal: true }]
    const code = codeIn(cells)
    if (code) return [{ ...named, ...factsIn(cells), code }]
    if (!named.make_key) throw new RowProblem('The make is missing')
    if (!named.model_key) throw new RowProblem('The model is missing')
    const { ranges, built } = yearsIn(cells)
    const facts = factsIn(cells, built)
    return ranges.map(([from, to], part) => ({
      ...named,
      ...facts,
      part,
      year_from: from,
      year_to: to,
    }))
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    return [{ ...named, problem: error.message }]
  }
}

const emptyRow = {
  part: 0,
  model_id: null,
  year_from: null,
  year_to: null,
  decilitres: null,
  cylinders: null,
  fuel: null,
  position: null,
  per_car: null,
  note: null,
  is_universal: false,
  problem: null,
}

const wrongCell = (cells: Cells, column: FitmentColumn, rule: string) =>
  new RowProblem(cellProblem(fitmentColumns[column], cells[column] ?? '', rule))

const trimmed = (cells: Cells, column: FitmentColumn) => (cells[column] ?? '').trim()

/** The longest name of the shop has 60 characters. */
const shownLength = 80
const shown = (cell: string) => cell.slice(0, shownLength).toWellFormed().normalize('NFC')

function namesIn(cells: Cells) {
  const id = trimmed(cells, 'id').toLowerCase()
  const number = trimmed(cells, 'partNumber')
  const make = shown(trimmed(cells, 'make'))
  const model = shown(trimmed(cells, 'model'))
  return {
    product_id: Id.safeParse(id).success ? id : null,
    part_number: shown(number || id),
    part_key: partKey(shown(number)),
    make,
    make_key: nameKey(make),
    model,
    model_key: nameKey(model),
  }
}

const yes = ['yes', 'y', 'true', '1', 'x']
const no = ['', 'no', 'n', 'false', '0']

function readUniversal(cells: Cells) {
  const cell = trimmed(cells, 'universal').toLowerCase()
  if (no.includes(cell)) return false
  if (!yes.includes(cell)) throw wrongCell(cells, 'universal', 'yes or no')
  const ofCar = [...carColumns, 'code', 'submodel', 'engine'] as const
  if (ofCar.some((column) => trimmed(cells, column) !== '')) {
    throw new RowProblem('A part that fits every car names no car')
  }
  return true
}

/** The code of a car in place of its names and years. */
function codeIn(cells: Cells): CarCode | undefined {
  const code = trimmed(cells, 'code')
  if (!code) return undefined
  const scheme = readScheme(trimmed(cells, 'scheme'))
  if (!scheme)
    throw wrongCell(cells, 'scheme', `The schemes of codes are: ${codeSchemes.join(', ')}`)
  if (carColumns.some((column) => trimmed(cells, column) !== '')) {
    throw new RowProblem('A code stands for make, model and years: leave these empty')
  }
  return { scheme, code: shown(code) }
}

const carColumns = ['make', 'model', 'yearFrom', 'yearTo', 'years'] as const

export const rangesMax = 50

/** The years of a row, or the first and last year in cells of their own. */
function yearsIn(cells: Cells) {
  const from = trimmed(cells, 'yearFrom')
  const to = trimmed(cells, 'yearTo')
  const together = trimmed(cells, 'years')
  if (together && (from || to)) {
    throw new RowProblem(
      'The years stand in Years and in Year from or Year to. Fill in one of them',
    )
  }
  if (to && !from) throw new RowProblem(`Year to is ${quoted(to)}, and Year from is missing`)
  if (from && !to && cells.yearTo !== undefined) {
    throw new RowProblem(
      `Year from is ${quoted(from)}, and Year to is missing. Write a year, or present`,
    )
  }
  const written = together || (to ? `${from}-${to}` : from)
  const years = readWrittenYears(written)
  if ('problem' in years) throw new RowProblem(years.problem)
  if (years.ranges.length === 0) throw new RowProblem('The years are missing')
  if (years.ranges.length > rangesMax) {
    throw new RowProblem(`Years: at most ${rangesMax} ranges in a row`)
  }
  return years
}

const Note = text('', { max: 300 })

/** What a fitment says beside its car. What can only be compared by a person goes to its note. */
function factsIn(cells: Cells, built: string | null = null) {
  const engineCell = trimmed(cells, 'engine')
  const { engine, hasMore } = readWrittenEngine(engineCell)
  const place = readWrittenPosition(trimmed(cells, 'position'))
  if (!place) throw wrongCell(cells, 'position', `The positions are: ${positions.join(', ')}`)
  const count = trimmed(cells, 'perCar').replace(/\.0+$/, '')
  if (count && !/^[1-9]\d?$/.test(count)) throw wrongCell(cells, 'perCar', 'A number from 1 to 99')
  const submodel = trimmed(cells, 'submodel')
  const conditions = [
    trimmed(cells, 'note'),
    isAny(submodel) ? '' : `Submodel ${submodel}`,
    hasMore ? `Engine ${engineCell}` : '',
    place.hasMore ? `Position ${trimmed(cells, 'position')}` : '',
    built ? `Built ${built}` : '',
  ].filter(Boolean)
  return {
    decilitres: engine.litres === null ? null : Math.round(engine.litres * 10),
    cylinders: engine.cylinders,
    fuel: engine.fuel,
    position: place.position,
    per_car: count ? Number(count) : null,
    note: noteOf(conditions),
  }
}

function noteOf(conditions: readonly string[]) {
  if (conditions.length === 0) return null
  const joined = conditions.join('; ')
  const { data, error } = Note.safeParse(joined)
  if (data !== undefined) return data
  const rule = error?.issues[0]?.message ?? 'This cannot be read'
  throw new RowProblem(cellProblem(fitmentColumns.note, joined, rule))
}

const isAny = (cell: string) => /^(?:|all|any|base\/all|n\/?a|-+)$/i.test(cell)
