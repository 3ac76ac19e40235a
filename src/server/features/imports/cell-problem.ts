import { isVisible } from '#contract/formats/visible-text.ts'
import { toSingleLine } from '#contract/shared/fields.ts'

const quotedLength = 40

/** The beginning of what was read, between quotation marks. Never splits a surrogate pair. */
export function quoted(cell: string) {
  const characters = Array.from(toSingleLine(cell))
  const rest = characters.length > quotedLength ? '…' : ''
  return `“${characters.slice(0, quotedLength).join('')}${rest}”`
}

/** Says what a number is, such as “A price from $0.05 to $999,999.99”. */
const ofNumber = /^A(?= (?:price|(?:whole )?number) from )/

/** The problem of a cell: the title of its column, the text that was read, and the rule that it breaks. */
export function cellProblem(title: string, cell: string, rule: string) {
  const quotesItself = rule.startsWith('“')
  if (!isVisible(cell) || quotesItself) return `${title}: ${rule}`
  return ofNumber.test(rule)
    ? `${title}: ${quoted(cell)} is not ${rule.replace(ofNumber, 'a')}`
    : `${title} ${quoted(cell)}: ${rule}`
}
