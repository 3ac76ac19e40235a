import type { CartLine } from '#contract/cart/cart.ts'
import { cheaperOrder } from '#contract/prices/larger-orders.ts'
import { unitPrice } from '#contract/prices/unit-price.ts'
import type { Charges } from '#contract/taxes/tax-lines.ts'

/** A cart and its changes, wherever it is stored. */
export interface CartState {
  /** Undefined until they are known. */
  lines: readonly CartLine[] | undefined
  /** Why they could not be read. */
  error: Error | null
  /** Why the last change was not stored. */
  problem: unknown
  /** Stores lines as they shall be, each by itself; no units remove one. */
  change: (lines: readonly CartLine[]) => void
  /** Takes the current prices as seen. */
  accept: (lines: readonly CartLine[]) => void
  /** Resolves when all changes are stored. */
  settle: () => Promise<void>
  /** Asks for prices and stock again. */
  refetch: () => Promise<unknown>
}

/** The current price, or the last one of a part that is no longer sold. */
export const priceOf = ({ part, seenPrice }: CartLine) => part?.price ?? seenPrice

/** The lines that are still sold, each with the price of a unit in its quantity. */
export const pricedLines = (lines: readonly CartLine[]) =>
  lines.flatMap(({ product, name, part, quantity }) =>
    part ? [{ product, name, quantity, unitPrice: unitPrice(part, quantity) }] : [],
  )

/** The larger quantity of a line that makes the whole order cheaper. */
export function cheaperLine(
  { product, part, quantity }: CartLine,
  lines: readonly CartLine[],
  charges: Charges,
) {
  const others = pricedLines(lines).filter((other) => other.product !== product)
  return part && cheaperOrder(part, quantity, { ...charges, others })
}

/** The lines after some were set; a line keeps its place. */
export function withChanges<Line extends { product: string; quantity: number }>(
  lines: readonly Line[],
  changes: readonly Line[],
): Line[] {
  const changed = new Map(lines.map((line) => [line.product, line]))
  for (const line of changes) {
    if (line.quantity === 0) changed.delete(line.product)
    else changed.set(line.product, line)
  }
  return [...changed.values()]
}

/** Whether the price of a line has changed since the buyer saw it. An account's price below the public one is not a change. */
export const isRepriced = ({ part, seenPrice }: CartLine) =>
  part !== null && part.price !== seenPrice && part.listPrice !== seenPrice

/** Lines whose price has changed since the buyer saw it. */
export const priceChanges = (lines: readonly CartLine[]) => lines.filter(isRepriced)
