import { groupDigits, unitsText } from '#contract/formats/formatting.ts'
import { lineBreak } from '#contract/shared/fields.ts'
import {
  eitherWord,
  isAmbiguous,
  itemSeparator,
  type QuickProblem,
  type QuickRow,
} from '#contract/quick-order.ts'
import { totalTooHigh } from '#contract/orders/orders.ts'
import { severalParts } from '#web/domain/part/several-parts.ts'
import { isKnown } from '#contract/shared/open-enum.ts'

/** A row without errors. */
export type Orderable = QuickRow & {
  product: NonNullable<QuickRow['product']>
  quantity: number
  total: number
}

export const isOrderable = <Row extends QuickRow>(row: Row): row is Row & Orderable =>
  row.problem === null && row.product !== null && row.total !== null

const sentences: Record<QuickProblem, (row: QuickRow) => string> = {
  'no-part': () => 'No part number or name on this line',
  'not-found': ({ part }) =>
    part.includes(itemSeparator)
      ? `One part per line, please: “${part}”`
      : `No part has the number or name “${part}”`,
  several: ({ part, others = [] }) =>
    part.includes(eitherWord)
      ? `Which part is it: ${part}?`
      : severalParts(part, others.length + 1),
  'no-quantity': () => 'No quantity on this line',
  'not-a-quantity': ({ quantity }) =>
    String(quantity).includes(eitherWord)
      ? `Which quantity is it: ${quantity}?`
      : `“${quantity}” is not a whole number`,
  'too-few': ({ minimum }) => `Minimum order: ${unitsText(minimum)}`,
  'not-in-packs': ({ product }) => `Sold in packs of ${unitsText(product?.packSize ?? 1)}`,
  'too-many': ({ product, minimum }) => tooManySentence(product?.quantity ?? 0, minimum),
  'too-much': () => totalTooHigh,
}

function tooManySentence(available: number, minimum: number) {
  if (available === 0) return 'Out of stock'
  return available < minimum
    ? `Only ${groupDigits(available)} left, below the minimum of ${groupDigits(minimum)}`
    : `Only ${groupDigits(available)} in stock`
}

/** The part of a row: the shop's name of it, or as it was typed. */
export const nameOf = (row: QuickRow) => partOf(row)?.name ?? (row.part || `line ${row.lines[0]}`)

/** The part of a row; null also while it is one of several. */
export const partOf = (row: QuickRow) => (isAmbiguous(row) ? null : row.product)

/** Error of a row, if any. */
export const problemSentence = (row: QuickRow) =>
  row.problem &&
  (isKnown(sentences, row.problem) ? sentences[row.problem](row) : `Not orderable: ${row.problem}`)

/** Line numbers of a row. */
export const linesSentence = ({ lines }: Pick<QuickRow, 'lines'>) =>
  lines.length > 1
    ? `Lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}, added up`
    : `Line ${lines[0]}`

/** The list without the given lines. */
export function listWithout(list: string, lines: readonly number[]): string {
  const rest = list.split(lineBreak).filter((_, index) => !lines.includes(index + 1))
  return rest.every((line) => line.trim() === '') ? '' : rest.join('\n')
}

/** The remaining rows, with their line numbers in the remaining list. */
export const rowsWithout = <Row extends QuickRow>(
  rows: readonly Row[],
  removed: readonly QuickRow[],
): Row[] => {
  const lines = removed.flatMap((row) => row.lines)
  return rows
    .filter((row) => !removed.includes(row))
    .map((row) => ({
      ...row,
      lines: row.lines.map((line) => line - lines.filter((other) => other < line).length),
    }))
}
