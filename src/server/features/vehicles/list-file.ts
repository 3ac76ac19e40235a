import { CsvError, parse } from 'csv-parse/sync'
import { delimiterOf, fromText } from '../../http/csv.ts'

/** The faults of a list, each with its line. */
export class ListError extends Error {
  constructor(faults: readonly string[]) {
    const shown = faults.slice(0, 20)
    const others = faults.length - shown.length
    super([...shown, ...(others > 0 ? [`and ${others} more`] : [])].join('\n'))
  }
}

interface ParsedRow {
  record: string[]
  info: { lines: number }
}

/** What a list has. */
interface ListLayout<Title extends string, Row> {
  titles: readonly Title[]
  needed: readonly Title[]
  /** A row, or what is wrong with it. */
  rowOf(cell: (title: Title) => string): Row | string
}

/** Reads the rows of a CSV file. Throws a {@link ListError} with all faults. */
export function readRows<Title extends string, Row extends object>(
  file: Uint8Array,
  { titles, needed, rowOf }: ListLayout<Title, Row>,
): Row[] {
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
  const read = rows.flatMap(({ record, info }) => {
    const cell = (title: Title) => fromText(record[columns.indexOf(title)]?.trim() ?? '')
    const row = rowOf(cell)
    if (typeof row !== 'string') return [row]
    faults.push(`Line ${info.lines}: ${row}`)
    return []
  })
  if (faults.length > 0) throw new ListError(faults)
  return read
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
