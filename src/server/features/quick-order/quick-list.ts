import { asSeen } from '#contract/formats/visible-text.ts'
import { itemSeparator } from '#contract/quick-order.ts'
import { isPosition, readFreeText, withoutBullet } from './free-text.ts'
import { headingsIn, underHeadings } from './headings.ts'
import { linesOf } from './list-lines.ts'
import type { Line } from './list-lines.ts'
import {
  either,
  isAmount,
  isCurrency,
  isDecimal,
  isGroup,
  isNumeral,
  isPrice,
  isUnit,
  isWhole,
  plainQuantity,
  unitless,
} from './quantities.ts'
import { inOrder, isNumber, numberAndName, withNumbersFirst } from './reading.ts'
import type { Reading, Readings } from './reading.ts'

/** A line in its likeliest reading. */
export interface ListedPart extends Readings {
  line: number
}

/** Marks that turn the direction of text: copied from a mail, they belong to no number. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g

/**
 * Parses a list from a spreadsheet, a mail or typed by hand: a part and a quantity on each line, separated by a
 * comma, a semicolon, a pipe, a tab or a blank, with or without a header line. Where several cells may be the
 * quantity, all of them are, such as “68 or 40”, which is to be corrected, and so are several parts on a line.
 */
export function readList(list: string): ListedPart[] {
  const lines = linesOf(asSeen(list.replaceAll(turning, '')))
  const headings = headingsIn(lines[0]?.record ?? [])
  const rows = lines.slice(headings ? 1 : 0)
  const from = !headings && hasPositions(rows) ? 1 : 0
  return rows.map(({ line, record, divided }) => ({
    line,
    ...(headings ? underHeadings(record, headings) : readLine(record.slice(from), divided)),
  }))
}

/** Whether the first cells number the lines, as business software does: 1, 2, 3 or 10, 20, 30. */
function hasPositions(lines: readonly Line[]) {
  const positions = lines.map(({ record: [first = ''] }) => (isWhole(first) ? Number(first) : NaN))
  const step = positions[0]
  return (
    lines.length > 1 &&
    (step === 1 || step === 10) &&
    positions.every((position, index) => position === step * (index + 1)) &&
    lines.every(({ record }) => record.length > 2)
  )
}

const longNumbers = /^\d{8,14}(?:\s+\d{8,14})+$/
/** A comma before decimals or in an amount, of a number that is a word of its own. */
const dividedNumber = /(?:^(?=\d+,0+\s)|\s)[$€£]?\d{1,7}(?:,(\d{1,2})|(?:,\d{3})+\.\d\d)(?=[\s,]|$)/

/** A line that commas have divided may have been divided in a number. */
function readLine(record: readonly string[], divided = ''): Readings {
  const usual = readRecord(record, divided !== '')
  const number = divided.includes('"') ? null : dividedNumber.exec(divided)
  if (!number) return usual
  const undivided = readFreeText(divided.endsWith(',') ? divided.slice(0, -1) : divided)
  // Nobody orders “00” pieces.
  const both = Number(number[1]) === 0 ? [undivided, usual] : [usual, undivided]
  return inOrder(both.flatMap(({ others, ...likeliest }) => [likeliest, ...others]))
}

function readRecord(record: readonly string[], isByComma: boolean): Readings {
  const line = record.join(' ')
  if (longNumbers.test(line)) return severalItems(line.split(/\s+/))
  if (record.length === 1) return readFreeText(line)
  const cells = record.slice(isPosition(record[0] ?? '') ? 1 : 0)
  const usual = readCells(cells, isByComma, unitless)
  const items = cells.some((cell) => !isAmount(cell) && unitless(cell)) ? [] : cells.filter(isItem)
  if (items.length > 1) return { ...severalItems(items), others: usual.slice(0, 1) }
  // “X 100” or “4 EA” may be a part number.
  const [plain] = readCells(cells, isByComma, plainQuantity)
  const isFurther = plain && !usual.some(({ part }) => part === plain.part)
  return inOrder(isFurther ? [...usual, { part: plain.part, quantity: plain.quantity }] : usual)
}

function readCells(
  record: readonly string[],
  isByComma: boolean,
  quantityOf: (cell: string) => string | undefined,
): Reading[] {
  const [start = '', second = ''] = record
  const isWholeFirst = isWhole(quantityOf(start) ?? '')
  // The quantity, or a position, may come first.
  const at = isWholeFirst
    ? record.findIndex(
        (cell) => cell !== '' && !quantityOf(cell) && !isUnit(cell) && !isNumeral(cell),
      )
    : 0
  if (at <= 0) {
    const usual = readCellsAt(0, record, isByComma)
    const isTurned = isNumeral(start) && !isNumber(start) && isWhole(second) && isNumber(second)
    return isTurned ? [...usual, { part: second, quantity: start }] : usual
  }
  // So may a number of digits alone, beside which a name is not what is counted.
  const counted = readCellsAt(at, record, isByComma)
    .filter(({ part }) => !isNumber(start) || isNumber(part))
    .map((reading) => ({ ...reading, unless: start }))
  const numbered = readCellsAt(0, record, isByComma).map((reading) =>
    reading.part === start ? reading : { ...reading, beside: [start] },
  )
  return [...counted, ...numbered]
}

/** The readings of cells of which one names the part, and others may as well. */
function readCellsAt(at: number, record: readonly string[], isByComma: boolean): Reading[] {
  const others = record.filter((_, index) => index !== at)
  const found = quantitiesIn(others, record.some(isCurrency))
  const quantity = either(isByComma ? withGrouped(found) : found)
  const written = others.find((cell) => isNumeral(cell) && !isAmount(cell)) ?? others[0] ?? ''
  const first = { part: record[at] ?? '', quantity: quantity || written }
  const further = others.filter((cell) => isPart(cell)).map((part) => ({ part, quantity }))
  return withNumbersFirst([first, ...further].flatMap(partsOf))
}

/** Whole numbers, or else amounts that may be quantities. Beside a column of currencies they are prices. */
function quantitiesIn(cells: readonly string[], hasCurrency: boolean) {
  const counted = cells.filter((cell) => !isPrice(cell))
  const whole = counted.flatMap((cell) => (isAmount(cell) ? [] : (unitless(cell) ?? [])))
  if (whole.length > 0 || hasCurrency) return whole
  return counted.flatMap((cell) => unitless(cell) ?? [])
}

/** Whether a cell may name a part beside the first one. */
const isPart = (cell: string) =>
  /[\p{L}\p{N}]/u.test(cell) &&
  ![unitless, isUnit, isAmount, isCurrency, isDecimal, isNumeral].some((is) => is(cell))

/** A cell as it is and, if it may be so, without a sign of a list, and as a number with its name. */
function partsOf({ part: cell, quantity }: Reading): Reading[] {
  const part = withoutBullet(cell)
  return [part, cell, ...(numberAndName(part) ?? [])].map((each) => ({ part: each, quantity }))
}

const severalItems = (items: readonly string[]): Readings => ({
  part: items.join(itemSeparator),
  quantity: '',
  others: [],
})

/** Whether a cell has both part and quantity. */
function isItem(cell: string) {
  const reading = readFreeText(cell)
  return [reading, ...reading.others].some(({ quantity }) => quantity !== '')
}

/** With the number of two cells, if a comma between them may group its digits. */
function withGrouped(quantities: readonly string[]) {
  const [first = '', second = ''] = quantities
  if (quantities.length !== 2 || first.length > 3 || !isGroup(second)) return quantities
  return [first, ...(second.startsWith('0') ? [] : [second]), `${first},${second}`]
}
