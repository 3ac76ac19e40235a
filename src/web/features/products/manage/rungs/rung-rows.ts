import { ladderProblem } from '#contract/prices/ladder.ts'

/** A rung as it is typed. */
export interface RungRow {
  from: string
  price: string
}

/** The rows of a ladder's text, such as `100:18.79; 500:17.50`, also of one that is still typed. */
export const readRows = (text: string): RungRow[] =>
  text.trim() === ''
    ? []
    : text.split(';').map((rung) => {
        const [from = '', price = ''] = rung.split(':')
        return { from: from.trim(), price: price.trim() }
      })

const typed = (text: string) => text.replaceAll(/[:;]/g, '')

/** The text that {@link readRows} reads. */
export const writeRows = (rows: readonly RungRow[]) =>
  rows.map(({ from, price }) => `${typed(from)}:${typed(price)}`).join('; ')

/** The first field that makes the rows no ladder of a price, and the reason; undefined if they are one. */
export function rowProblem(rows: readonly RungRow[], price: number | undefined) {
  for (const [index, row] of rows.entries()) {
    if (!/^\d{1,9}$/.test(row.from))
      return { index, field: 'from', message: 'Units, such as 100' } as const
    if (!/^\d{1,6}(?:\.\d{1,2})?$/.test(row.price)) {
      return { index, field: 'price', message: 'Dollars per unit, such as 18.79' } as const
    }
    const rungs = rows
      .slice(0, index + 1)
      .map((one) => ({ from: Number(one.from), price: Number(one.price) }))
    const message = ladderProblem(rungs, price)
    if (message === undefined) continue
    const fewest = Number(rows[index - 1]?.from ?? 1)
    return { index, field: Number(row.from) > fewest ? 'price' : 'from', message } as const
  }
  return undefined
}
