import { CsvError, parse } from 'csv-parse/sync'
import type { Options } from 'csv-parse/sync'

export interface ListedPart {
  line: number
  part: string
  /** As typed. */
  quantity: string
}

const options = {
  delimiter: [',', ';', '\t'],
  info: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // A quotation mark can stand for inches.
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
} as const satisfies Options

type Line = { record: string[]; info: { lines: number } }

/**
 * Parses a list from a spreadsheet or typed by hand: a part and a quantity on each line, separated by a
 * comma, a semicolon, a tab or a blank, with or without a header line.
 */
export function readList(list: string): ListedPart[] {
  const lines = linesOf(list).filter(({ record }) => record.some((field) => field !== ''))
  const headings = headingsIn(lines[0]?.record ?? [])
  return lines.slice(headings ? 1 : 0).map(({ record, info }) => ({
    line: info.lines,
    ...(headings
      ? { part: record[headings.part] ?? '', quantity: record[headings.quantity] ?? '' }
      : parseRecord(record)),
  }))
}

function linesOf(list: string): Line[] {
  // Safe: with `info` the parser returns each record with its position.
  try {
    return parse(list, options) as unknown as Line[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // An unclosed quotation mark is read as a plain character.
    return parse(list, { ...options, quote: false }) as unknown as Line[]
  }
}

const quantityWords = /^(?:quantity|qty|units?|pieces|pcs|count|amount)\.?$/i
const partWords = /part|number|no\.|sku|article|item|product|name/i

function headingsIn(record: readonly string[]) {
  const quantity = record.findIndex((field) => quantityWords.test(field))
  if (quantity < 0) return undefined
  const part = record.findIndex((field, index) => index !== quantity && partWords.test(field))
  return { quantity, part: part < 0 ? Number(quantity === 0) : part }
}

const isWhole = (text: string) => /^\d+$/.test(text)

function parseRecord(record: readonly string[]) {
  const [first = '', second = ''] = record
  if (record.length === 1) return parseFreeText(first)
  // The quantity may come first.
  if (isWhole(first) && !isWhole(second)) return { part: second, quantity: first }
  return { part: first, quantity: second }
}

/** '40 x Taillight' or 'Taillight 40'. */
function parseFreeText(text: string) {
  const before = /^(\d+)\s*[x×]\s+(.+)$/i.exec(text)
  if (before) return { part: before[2] ?? '', quantity: before[1] ?? '' }
  const after = /^(.*\S)\s+(?:[x×]\s*)?(\d+)$/i.exec(text)
  return { part: after?.[1] ?? text, quantity: after?.[2] ?? '' }
}
