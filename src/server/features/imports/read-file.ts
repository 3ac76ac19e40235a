import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { csvColumns, importBytesMax, importRowsMax } from '#contract/imports.ts'
import type { CsvColumn } from '#contract/imports.ts'
import { delimiterOf, fromText } from '../../http/csv.ts'
import { AppError } from '../../errors/errors.ts'

/** One row of a file, by the columns that the file has. */
export interface FileRow {
  /** Where it begins. */
  line: number
  cells: Partial<Record<CsvColumn, string>>
  /** Why it cannot be read. */
  problem?: string
}

/** An error about the whole file, as shown to the admin. */
const fileProblem = (message: string) =>
  new AppError('invalid', { detail: message, errors: [{ field: 'file', message }] })

/** Longer than any valid row. */
const rowLengthMax = 20_000

interface ParsedRow {
  record: string[]
  info: { lines: number }
}

/** Parses a file while it is received. Throws on errors that affect the whole file. */
export async function* rowsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FileRow> {
  const text = decoded(bytes)
  const beginning = await readHeading(text)
  const parser = parse({
    delimiter: delimiterOf(beginning),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: rowLengthMax,
  })
  const source = Readable.from(withHeading(beginning, text))
  source.on('error', (error) => parser.destroy(error))
  let columns: CsvColumn[] | undefined
  let count = 0
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<ParsedRow>) {
      if (!columns) columns = columnsOf(record)
      else {
        count += 1
        if (count > importRowsMax) throw fileProblem(`A file has ${importRowsMax} rows at most`)
        yield rowOf(record, lineOf(record, info.lines), columns)
      }
    }
  } catch (error) {
    throw error instanceof CsvError ? fileProblem(sentenceOf(error)) : error
  } finally {
    source.destroy()
  }
  if (!columns) throw fileProblem('The file is empty')
}

async function* decoded(bytes: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength
      if (size > importBytesMax) throw new AppError('too-large')
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

const columnByTitle = new Map(
  Object.entries(csvColumns).map(([column, title]) => [title.toLowerCase(), column as CsvColumn]),
)

function columnsOf(headings: string[]): CsvColumn[] {
  const columns = headings.map((heading) => {
    const column = columnByTitle.get(heading.trim().toLowerCase())
    if (column) return column
    const known = Object.values(csvColumns).join(', ')
    throw fileProblem(`There is no column “${heading.slice(0, 50)}”. The columns are: ${known}`)
  })
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice) throw fileProblem(`The column “${csvColumns[twice]}” occurs twice`)
  if (!columns.some((column) => ['id', 'part_number', 'name'].includes(column))) {
    throw fileProblem('A column Id, Part number or Name has to say which product a row is about')
  }
  return columns
}

function rowOf(record: string[], line: number, columns: CsvColumn[]): FileRow {
  const cells = Object.fromEntries(
    columns.map((column, index) => [column, fromText(record[index] ?? '')]),
  )
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
