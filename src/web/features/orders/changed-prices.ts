import { dollars } from '#contract/formats/formatting.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import type { Problem } from '#contract/shared/problem-document.ts'

/** A line as the buyer saw it. */
export interface SeenLine {
  product: string
  name: string
  unitPrice: number
  quantity: number
}

/** Lines that a sentence names. */
const namedMax = 5

/** Both sums of an order that was refused for its prices: those that the buyer saw, and the current ones. */
export function changedSums(
  { currentTotal = 0, lines: now = [] }: Problem,
  seen: { total: number; lines: readonly SeenLine[] },
): string {
  const prices = new Map(now.map(({ product, unitPrice }) => [product, unitPrice]))
  const changes = seen.lines.flatMap(({ product, name, unitPrice, quantity }) => {
    const current = prices.get(product) ?? unitPrice
    const [before, after] = [unitPrice, current].map((each) => dollars(goodsTotal(each, quantity)))
    return current === unitPrice ? [] : [`${name}: ${before} before, ${after} now`]
  })
  const named = changes.slice(0, namedMax).join('. ')
  const more = changes.length - namedMax
  const total = `The total was ${dollars(seen.total)} and is now ${dollars(currentTotal)}.`
  if (seen.lines.length === 1 || named === '') return total
  return `${total} ${named}${more > 0 ? ` and ${more} more` : ''}.`
}
