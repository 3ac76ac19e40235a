import { lineBreak } from '#contract/shared/fields.ts'
import type { QuickProblem, QuickRow } from '#contract/quick-order.ts'
import { totalMax } from '#contract/orders.ts'
import { isBelowMinimumOrder } from '#contract/shared/quantity.ts'

/** A row that can be ordered as it is. */
export type Orderable = QuickRow & {
  product: NonNullable<QuickRow['product']>
  quantity: number
  total: number
}

export const isOrderable = (row: QuickRow): row is Orderable =>
  row.problem === null && row.product !== null && row.total !== null

const sentences: Record<QuickProblem, (row: QuickRow) => string> = {
  'no-part': () => 'No part number or name on this line',
  'not-found': ({ part }) => `No part has the number or name “${part}”`,
  'no-quantity': () => 'No quantity on this line',
  'not-a-quantity': ({ quantity }) => `“${quantity}” is no whole number`,
  'too-few': ({ minimum }) => `The smallest order is ${minimum} units`,
  'too-many': ({ product }) =>
    isBelowMinimumOrder(product?.quantity ?? 0)
      ? 'Too few units are left to be ordered'
      : `${product?.quantity} units are left`,
  'too-much': () => `One order comes to $${totalMax} at most`,
}

/** Why a row cannot be ordered as it is; undefined when it can. */
export const problemSentence = (row: QuickRow) => row.problem && sentences[row.problem](row)

/** Where in the list a row comes from. */
export const linesSentence = ({ lines }: Pick<QuickRow, 'lines'>) =>
  lines.length > 1
    ? `Lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}, added up`
    : `Line ${lines[0]}`

/** The list without the lines that are done with. */
export function listWithout(list: string, lines: readonly number[]): string {
  const rest = list.split(lineBreak).filter((_, index) => !lines.includes(index + 1))
  return rest.every((line) => line.trim() === '') ? '' : rest.join('\n')
}

/** The rows that remain, with their lines as they stand in the list that remains. */
export const rowsWithout = (rows: readonly QuickRow[], gone: readonly QuickRow[]): QuickRow[] => {
  const lines = gone.flatMap((row) => row.lines)
  return rows
    .filter((row) => !gone.includes(row))
    .map((row) => ({
      ...row,
      lines: row.lines.map((line) => line - lines.filter((other) => other < line).length),
    }))
}
