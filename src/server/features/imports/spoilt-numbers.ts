import { isGtin, ownKeys } from '#contract/numbers/gtin.ts'
import { partKey } from '#contract/shared/part-number.ts'
import { quoted } from './cell-problem.ts'

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
const date = new RegExp(
  String.raw`^(?:\d{1,2}[-/. ]${month}|${month}[-/. ]\d{2,4})(?:[-/. ]\d{2,4})?$`,
  'i',
)

const placeholder =
  /^(?:#?n\/?a|#(?:ref|value|name\?|null|num|div\/0)!?|none|null|tba|tbd|unknown|see (?:notes?|text)|various|-+|\?+)$/i

/**
 * Why a part number or other number of a file is none: a spreadsheet has made something else of it, or it stands where
 * one is missing. Undefined for all else. No spreadsheet says what the number was before.
 */
export function spoiltNumber(cell: string): string | undefined {
  if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(cell)) {
    return `${quoted(cell)} is a long number that a spreadsheet has shortened. Format the column as text`
  }
  if (date.test(cell)) {
    return `${quoted(cell)} is a date that a spreadsheet has made of a number. Format the column as text`
  }
  if (/^\d+\.0+$/.test(cell)) {
    return `${quoted(cell)} has a decimal that a spreadsheet has added. Write ${cell.replace(/\.0+$/, '')}`
  }
  return placeholder.test(cell) ? `${quoted(cell)} is not a number. Leave it empty` : undefined
}

/** Why a number is not a barcode: no scanner reads one of another length or with a wrong check digit. */
export function barcodeProblem(cell: string): string | undefined {
  const key = partKey(cell)
  if (isGtin(key) || ownKeys(key).length > 1) return undefined
  return /^\d+$/.test(key) && [8, 12, 13, 14].includes(key.length)
    ? `${quoted(cell)} is not a barcode: its last digit does not match the others`
    : `${quoted(cell)} is not a barcode of 8, 12, 13 or 14 digits`
}

/** Whether a number is another one without the zeros before it, which spreadsheets drop. */
export const hasLostZeros = (number: string, of: string) =>
  number !== of && of.startsWith('0') && of.replace(/^0+/, '') === number
