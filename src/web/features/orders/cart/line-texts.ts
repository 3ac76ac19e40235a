import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import type { CartLine } from '#contract/cart/cart.ts'
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
        : `Only ${groupDigits(left)} left, below the minimum of ${groupDigits(smallestOrder(part))}.`
    case 'too-many':
      return `Only ${groupDigits(left)} in stock.`
    case 'too-few':
      return `The minimum is ${groupDigits(smallestOrder(part))}.`
    case 'not-in-packs':
      return `Sold in packs of ${groupDigits(part.packSize ?? 1)}.`
    default:
      return problem satisfies never
  }
}

/** The announcement of a line whose quantity cannot be ordered. */
export function problemNews(line: CartLine): string[] {
  const verdict = verdictOn(line)
  return verdict ? [`${line.name}: ${problemSentence(line, verdict)}`] : []
}

/** The label of the button that fixes a line. */
export const fixLabel = ({ problem, instead }: Verdict) =>
  instead === undefined
    ? 'Remove'
    : `${problem === 'too-few' ? 'Raise to' : 'Take'} ${groupDigits(instead)}`

/** The line after it was fixed. */
export const fixed = (line: CartLine): CartLine => ({
  ...line,
  quantity: verdictOn(line)?.instead ?? 0,
})

/** Price, stock and rules of a part in one line; the price list unless it was named before. */
export function factsOf({ part, quantity }: CartLine, saidBefore?: string): string[] {
  if (!part) return []
  const { packSize = 1 } = part
  const { price, priceFrom } = linePrice(part, quantity)
  return [
    `${dollars(price)} / unit${priceFrom ? ` ${priceFrom}` : ''}`,
    ...(part.priceFrom && part.priceFrom !== saidBefore ? [`Your price: ${part.priceFrom}`] : []),
    `${groupDigits(part.quantity)} in stock`,
    `Minimum ${groupDigits(smallestOrder(part))}${packSize > 1 ? `, in packs of ${groupDigits(packSize)}` : ''}`,
  ]
}

export const partsText = (count: number) => (count === 1 ? '1 part' : `${groupDigits(count)} parts`)
