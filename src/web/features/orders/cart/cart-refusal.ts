import { groupDigits, unitsText } from '#contract/formats/formatting.ts'
import type { CartLine } from '#contract/cart/cart.ts'
import type { Problem } from '#contract/shared/problem-document.ts'
import { ofParts, refusalSentence } from '../attempts/refusal-sentence.ts'
import { pricedLines } from './cart-state.ts'

interface ShownCart {
  lines: readonly CartLine[]
  total: number
}

/** Parts that a sentence names. */
const namedMax = 5

/** Why the order of a cart was not placed. */
export const cartRefusal = (error: unknown, { lines, total }: ShownCart) =>
  refusalSentence(error, {
    ...ofParts({ total, lines: pricedLines(lines) }),
    'cart-changed': (problem) =>
      `Nothing was ordered: the cart was changed on another device. ${changesSentence(problem, lines)} Look at it and place the order again.`,
  })

/** The differences of the current cart, by part. */
function changesSentence({ lines: changes = [] }: Problem, shown: readonly CartLine[]) {
  const seen = new Map(shown.map((line) => [line.product, line]))
  const added = changes.filter(({ product }) => !seen.has(product)).length
  const sentences = changes.flatMap(({ product, quantity = 0 }) => {
    const line = seen.get(product)
    return line ? [`${line.name} ${changeOf(line, quantity)}`] : []
  })
  if (added > 0)
    sentences.push(added === 1 ? '1 part was added' : `${groupDigits(added)} parts were added`)
  const more = sentences.length - namedMax
  return `${sentences.slice(0, namedMax).join('. ')}${more > 0 ? ` and ${more} more` : ''}.`
}

function changeOf({ quantity: before }: CartLine, now: number) {
  if (now === 0) return 'was removed'
  return now === before
    ? 'has another car or number now'
    : `has ${unitsText(now)} now, ${groupDigits(before)} before`
}
