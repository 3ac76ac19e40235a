import { dollars } from '#contract/formats/formatting.ts'
import type { CartLine } from '#contract/cart.ts'
import { type Verdict, verdictOf } from '#contract/cart/cart-lines.ts'
import { linePrice } from '#contract/prices/unit-price.ts'
import { smallestOrder } from '#contract/shared/quantity.ts'

/** Why a line cannot be ordered as it stands. */
export const verdictOn = ({ quantity, part }: CartLine) => verdictOf(quantity, part)

/** The reason as a sentence. */
export function problemSentence({ part }: CartLine, { problem }: Verdict): string {
  if (!part || problem === 'not-sold') return 'No longer sold.'
  const left = part.quantity
  switch (problem) {
    case 'sold-out':
      return left === 0
        ? 'Sold out.'
        : `Only ${left} left, below the minimum of ${smallestOrder(part)}.`
    case 'too-many':
      return `Only ${left} in stock.`
    case 'too-few':
      return `The minimum is ${smallestOrder(part)}.`
    case 'not-in-packs':
      return `Sold in packs of ${part.packSize}.`
    default:
      return problem satisfies never
  }
}

/** The announcement of a line whose quantity cannot be ordered. */
export function problemNews(line: CartLine): string[] {
  const verdict = verdictOn(line)
  return verdict ? [`${line.name}: ${problemSentence(line, verdict)}`] : []
}

/** What the button does that puts a line right. */
export const fixLabel = ({ problem, instead }: Verdict) =>
  instead === undefined ? 'Remove' : `${problem === 'too-few' ? 'Raise to' : 'Take'} ${instead}`

/** The line after it was put right. */
export const fixed = (line: CartLine): CartLine => ({
  ...line,
  quantity: verdictOn(line)?.instead ?? 0,
})

/** Price, stock and rules of a part in one line. */
export function factsOf({ part, quantity }: CartLine): string[] {
  if (!part) return []
  const { packSize = 1 } = part
  const { price, priceFrom } = linePrice(part, quantity)
  return [
    `${dollars(price)} / unit${priceFrom ? ` ${priceFrom}` : ''}`,
    ...(part.priceFrom ? [`Your price: ${part.priceFrom}`] : []),
    `${part.quantity} in stock`,
    `Minimum ${smallestOrder(part)}${packSize > 1 ? `, in packs of ${packSize}` : ''}`,
  ]
}

export const partsText = (count: number) => (count === 1 ? '1 part' : `${count} parts`)
