import { either, isGroup, isQuantity, isQuantityHeading, isUnit, unitless } from './quantities.ts'
import { inOrder, withNumbersFirst } from './reading.ts'
import type { Readings } from './reading.ts'

/** The likeliest first: beside a number, a name is for people. */
const numberWords = [
  /(?:part|article|item|product|artikel|teile?|oem?)[\s._-]*(?:number|nummer|no|nr)\b|sku/i,
  /^(?:part|oem?|ean|gtin|upc|barcode)$/i,
]
const partWords = /part|number|no\.|sku|article|item|product|name|artikel|teil|nummer|bezeichnung/i

interface Headings {
  parts: readonly number[]
  quantity: number
  count: number
}

export function headingsIn(record: readonly string[]): Headings | undefined {
  const quantity = record.findIndex(isQuantityHeading)
  if (quantity < 0) return undefined
  const columnsOf = (words: RegExp) =>
    record.flatMap((field, index) => (index !== quantity && words.test(field) ? [index] : []))
  const numbers = [...new Set(numberWords.flatMap(columnsOf))]
  const named = numbers.length > 0 ? numbers : columnsOf(partWords).slice(0, 1)
  // Some lists have the unit of each quantity in a column of its own.
  const isUnitColumn = named.length === 0 && isUnit(record[quantity] ?? '')
  if (isUnitColumn || record.some(isQuantity)) return undefined
  const parts = named.length > 0 ? named : [Number(quantity === 0)]
  return { quantity, parts, count: record.length }
}

export function underHeadings(record: readonly string[], headings: Headings): Readings {
  const quantity = quantityIn(record, headings)
  const parts = headings.parts.map((index) => record[index] ?? '').filter((part) => part !== '')
  const readings = withNumbersFirst(parts.map((part) => ({ part, quantity })))
  return inOrder([...readings, { part: '', quantity }])
}

function quantityIn(record: readonly string[], { quantity, count }: Headings) {
  const cell = record[quantity] ?? ''
  const next = record[quantity + 1] ?? ''
  const counted = unitless(cell) ?? cell
  // A comma that groups digits has made one cell more than there are headings.
  return record.length > count && isGroup(next) ? either([counted, `${counted},${next}`]) : counted
}
