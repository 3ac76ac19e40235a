import { CsvError, parse } from 'csv-parse/sync'
import { slugOf } from '#contract/vehicles/vehicle-key.ts'
import { readYears } from '#contract/vehicles/years.ts'
import type { YearRange } from '#contract/vehicles/years.ts'
import { delimiterOf, fromText } from '../../http/csv.ts'

/** A row of a list of cars: a model, or other names of a make, if `model` is empty. */
export interface ListedVehicle {
  make: string
  model: string
  /** Empty if nobody has said. */
  years: YearRange[]
  aliases: string[]
}

/** The faults of a list, each with its line. */
export class ListError extends Error {
  constructor(faults: readonly string[]) {
    const shown = faults.slice(0, 20)
    const others = faults.length - shown.length
    super([...shown, ...(others > 0 ? [`and ${others} more`] : [])].join('\n'))
  }
}

const titles = ['Make', 'Model', 'Years', 'Aliases'] as const
type Title = (typeof titles)[number]
const needed: readonly Title[] = ['Make', 'Model', 'Years']

const nameMax = 60

interface ParsedRow {
  record: string[]
  info: { lines: number }
}

/** Reads a CSV file with the columns Make, Model, Years and Aliases. Throws a {@link ListError} with all faults. */
export function readList(file: Uint8Array): ListedVehicle[] {
  const [heading, ...rows] = parseCsv(decoded(file))
  if (!heading) throw new ListError(['The file is empty'])
  const written = heading.record.map((title) => title.trim())
  const columns = written.map((title) =>
    titles.find((known) => known.toLowerCase() === title.toLowerCase()),
  )
  const faults = [
    ...written
      .filter((_, index) => !columns[index])
      .map((title) => `There is no column “${title}”`),
    ...needed
      .filter((title) => !columns.includes(title))
      .map((title) => `The column ${title} is missing`),
  ]
  if (faults.length > 0) throw new ListError(faults)
  const vehicles = rows.map(({ record, info }) => {
    const cell = (title: Title) => fromText(record[columns.indexOf(title)]?.trim() ?? '')
    const read = rowOf(cell)
    if (typeof read !== 'string') return read
    faults.push(`Line ${info.lines}: ${read}`)
    return []
  })
  if (faults.length > 0) throw new ListError(faults)
  return vehicles.flat()
}

function decoded(file: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new ListError(['The file is not text in UTF-8. Save it as “CSV UTF-8”'])
  }
}

function parseCsv(text: string): ParsedRow[] {
  try {
    // Safe: the form of a row with `info` and without column names.
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as ParsedRow[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ListError(['A quotation mark is misplaced or unclosed'])
  }
}

/** A row, or what is wrong with it. */
function rowOf(cell: (title: Title) => string): ListedVehicle | string {
  const [make, model] = [cell('Make'), cell('Model')]
  const years = readYears(cell('Years'))
  const aliases = cell('Aliases')
    .split(';')
    .flatMap((alias) => alias.trim() || [])
  const isName = (name: string) => name.length <= nameMax && slugOf(name) !== ''
  if (!make) return 'the make is missing'
  if (!model && aliases.length === 0) return 'the model is missing'
  const wrong = [make, ...(model ? [model] : []), ...aliases].find((name) => !isName(name))
  if (wrong) return `“${wrong}” has no letter or digit from a to z, or more than ${nameMax} signs`
  if (!years) return `“${cell('Years')}” is not a list of years, such as 1999-2006 2010`
  return { make, model, years, aliases }
}
