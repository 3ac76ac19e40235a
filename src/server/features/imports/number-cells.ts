import { quoted } from './cell-problem.ts'

const commaToPoint = (text: string) => text.replace(',', '.')

/** How numbers are written elsewhere, and the same number as the shop reads it. */
const notations: readonly [RegExp, (text: string) => string][] = [
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, (text) => text.replaceAll(',', '')],
  [/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/, (text) => commaToPoint(text.replaceAll('.', ''))],
  [
    /^[1-9]\d{0,2}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/,
    (text) => commaToPoint(text.replaceAll(/[\s'’]/g, '')),
  ],
  [/^\d+,\d+$/, commaToPoint],
  [/^\d+(?:\.\d+)?$/, (text) => text],
]

const currency = /^(?:US)?\$\s*|\s*(?:\$|USD)$/gi

/** A separator before three digits, and no other: thousands of one country, a fraction of the next. */
const loneSeparator = /^([1-9]\d{0,2})[.,](\d{3})$/

/**
 * Why a number that can be read in two ways, or is written as in another country, is refused, and how to write it;
 * undefined for any other text. `2.450` is refused although it is a plain decimal: in a German list it is two thousand.
 */
export function numberProblem(cell: string): string | undefined {
  const bare = cell.replaceAll(currency, '')
  const lone = loneSeparator.exec(bare)
  if (lone) {
    const [, whole, rest] = lone
    return `${quoted(cell)} may be ${Number(`${whole}.${rest}`)} or ${whole}${rest}. Write one of them`
  }
  const notation = notations.find(([pattern]) => pattern.test(bare))
  if (!notation) return undefined
  const written = notation[1](bare)
  return written === cell ? undefined : `${quoted(cell)} has to be written ${written}`
}
