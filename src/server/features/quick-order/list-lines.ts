import { CsvError, parse } from 'csv-parse/sync'
import type { Options } from 'csv-parse/sync'
import { readFreeText } from './free-text.ts'

/** A list has one: a tab, a pipe or a semicolon lets commas group the digits of a quantity. */
const separators = ['\t', '|', ';', ','] as const
type Separator = (typeof separators)[number]

const options = {
  info: true,
  raw: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // A quotation mark can stand for inches.
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
} as const satisfies Options

type Parsed = { record: string[]; info: { lines: number }; raw: string }

interface Cells {
  record: string[]
  /** The whole line, if commas have divided it. */
  divided?: string
}

export interface Line extends Cells {
  line: number
}

/** The lines of a list that have a letter or a digit, with their cells. */
export function linesOf(list: string): Line[] {
  const unquoted = list.replaceAll(/"(?:[^"\n]|"")*"/g, '')
  const separator = separators.find((each) => unquoted.includes(each)) ?? ','
  return parseLines(list, separator)
    .map((parsed) => ({ line: parsed.info.lines, ...cellsOf(parsed, separator) }))
    .filter(({ record }) => record.some((cell) => /[\p{L}\p{N}]/u.test(cell)))
}

function cellsOf({ record, raw }: Parsed, separator: Separator): Cells {
  const text = raw.trim()
  const cells = separator === '|' ? withoutFrame(record, text) : record
  const [only = '', ...rest] = cells
  // A comma or semicolon at the end of a line is punctuation, but a tab has an empty cell behind it.
  const isOne = rest.length === 0 || (separator !== '\t' && rest.every((cell) => cell === ''))
  if (isOne && only !== '')
    return splitCell(only, separators.slice(separators.indexOf(separator) + 1))
  return separator === ',' ? { record: cells, divided: text } : { record: cells }
}

/** A line of a table in a mail begins and ends with a pipe. */
const withoutFrame = (record: readonly string[], text: string) =>
  record.slice(text.startsWith('|') ? 1 : 0, text.endsWith('|') ? -1 : undefined)

/** A line without the separator of the list, such as one typed below what was pasted. */
function splitCell(cell: string, weaker: readonly Separator[]): Cells {
  const separator = weaker.find((each) => cell.includes(each))
  const [parsed] = separator ? parseLines(cell, separator) : []
  const isGrouped = separator === ',' && /,\d{3}$/.test(readFreeText(cell).quantity)
  return separator && parsed && !isGrouped ? cellsOf(parsed, separator) : { record: [cell] }
}

function parseLines(list: string, delimiter: Separator): Parsed[] {
  const delimited = { ...options, delimiter }
  // Safe: with `info` and `raw` the parser returns each record with its position and its text.
  try {
    return parse(list, delimited) as unknown as Parsed[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // An unclosed quotation mark is read as a plain character.
    return parse(list, { ...delimited, quote: false }) as unknown as Parsed[]
  }
}
