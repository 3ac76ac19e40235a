import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { refusedColumn } from '#contract/imports/imports.ts'
import type { ImportMode } from '#contract/imports/imports.ts'
import { delimiterOf, fromText } from '../../http/csv.ts'
import { AppError } from '../../errors/errors.ts'

/** One row of a file, by the columns that the file has. */
export interface CsvRow<Column extends string> {
  /** Where it begins. */
  line: number
  cells: Partial<Record<Column, string>>
  /** Why it cannot be read. */
  problem?: string
}

/** What a kind of file may contain. */
export interface CsvLayout<Column extends string> {
  bytesMax: number
  rowsMax: number
  /** The columns of these headings. Throws {@link fileProblem} if they cannot be read. */
  columnsOf(headings: string[]): Column[]
  /** Why left-out rows of another file cannot be sent as this one. */
  refusalOfLeftOut?(columns: Column[]): string | undefined
}

/** An error about the whole file, as shown to the admin. */
export const fileProblem = (message: string) =>
  new AppError('invalid', { detail: message, errors: [{ field: 'file', message }] })

/** Longer than any valid row. */
const rowLengthMax = 20_000

interface ParsedRow {
  record: string[]
  info: { lines: number }
}

/** A row of a file as it is written; the first has the headings. */
export interface CsvRecord {
  /** Where it begins. */
  line: number
  cells: string[]
}

/**
 * Reads a file while it is received. Throws on errors that affect the whole file. Ignores the reasons that the shop has
 * written beside rows that it left out.
 */
export async function openCsv(bytes: AsyncIterable<Uint8Array>, bytesMax = Infinity) {
  const text = decoded(bytes, bytesMax)
  const beginning = await readHeading(text)
  const delimiter = delimiterOf(beginning)
  const first = new RegExp(`^\\s*("?)${refusedColumn}\\s*\\1\\s*(?:[${delimiter}\\r\\n]|$)`, 'i')
  const hasReasons = first.test(beginning)
  const records = recordsOf(withHeading(beginning, text), { delimiter, hasReasons })
  return { delimiter, hasReasons, records }
}

async function* recordsOf(
  text: AsyncIterable<string>,
  { delimiter, hasReasons }: { delimiter: string; hasReasons: boolean },
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // Beside its cells, which may have been escaped, a row has a reason.
    max_record_size: hasReasons ? rowLengthMax * 3 : rowLengthMax,
  })
  const source = Readable.from(text)
  source.on('error', (error) => parser.destroy(error))
  let line = 0
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<ParsedRow>) {
      // The last row of a file may end with another line break than the others.
      line = Math.max(line + 1, lineOf(record, info.lines))
      yield { line, cells: record.slice(hasReasons ? 1 : 0) }
    }
  } catch (error) {
    throw error instanceof CsvError ? fileProblem(sentenceOf(error)) : error
  } finally {
    source.destroy()
  }
}

/** Parses a file while it is received. Throws on errors that affect the whole file. */
export async function* csvRows<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  { bytesMax, rowsMax, columnsOf, refusalOfLeftOut }: CsvLayout<Column>,
): AsyncGenerator<CsvRow<Column>> {
  const { records, hasReasons } = await openCsv(bytes, bytesMax)
  let columns: Column[] | undefined
  let count = 0
  for await (const { line, cells } of records) {
    if (!columns) {
      columns = columnsOf(cells)
      const refusal = hasReasons && refusalOfLeftOut?.(columns)
      if (refusal) throw fileProblem(refusal)
    } else {
      count += 1
      if (count > rowsMax) throw fileProblem(`A file has ${rowsMax} rows at most`)
      yield rowOf(cells, line, columns)
    }
  }
  if (!columns) throw fileProblem('The file is empty')
}

/** Rows of a file that says all about its parts, see {@link CsvLayout.refusalOfLeftOut}. */
export const refusalOfSome = (mode: ImportMode | null) => () =>
  mode === 'replace'
    ? 'These rows were left out of another file, and may not say all about their parts. Choose the file as one that adds'
    : undefined

/** Rows as they are stored: some at once. */
export async function* inBatches<Row>(
  rows: AsyncIterable<Row>,
  size: number,
): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function* decoded(bytes: AsyncIterable<Uint8Array>, bytesMax: number) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength
      if (size > bytesMax) throw new AppError('too-large')
      const text = decoder.decode(chunk, { stream: true })
      if (text.includes('\0')) throw notText()
      yield text
    }
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw notText()
  }
}

const notText = () => fileProblem('The file is not text in UTF-8. Save it as “CSV UTF-8”')

/** Reads to the end of the headings, which determine the delimiter. */
async function readHeading(text: AsyncGenerator<string>) {
  let beginning = ''
  while (!beginning.includes('\n') && beginning.length < rowLengthMax) {
    const next = await text.next()
    if (next.done) break
    beginning += next.value
  }
  return beginning
}

async function* withHeading(beginning: string, rest: AsyncGenerator<string>) {
  yield beginning
  yield* rest
}

function rowOf<Column extends string>(
  record: string[],
  line: number,
  columns: Column[],
): CsvRow<Column> {
  // Safe: the keys are columns.
  const cells = Object.fromEntries(
    columns.map((column, index) => [column, fromText(record[index] ?? '')]),
  ) as CsvRow<Column>['cells']
  if (record.length === columns.length) return { line, cells }
  return {
    line,
    cells,
    problem: `This row has ${record.length} cells, and the headings are ${columns.length}`,
  }
}

/** The parser reports the last line of a row; line breaks within its cells are subtracted. */
const lineOf = (record: string[], lastLine: number) =>
  lastLine - record.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)

function sentenceOf(error: CsvError) {
  const line = typeof error['lines'] === 'number' ? `Line ${error['lines']}: ` : ''
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return `${line}the row is too long. Maybe a quotation mark has no end`
  }
  return `${line}a quotation mark is misplaced or unclosed`
}
