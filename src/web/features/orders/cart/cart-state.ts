import type { CartLine } from '#contract/cart.ts'

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
  /** Takes the prices of now as seen. */
  accept: (lines: readonly CartLine[]) => void
  /** Resolves when all changes are stored. */
  settle: () => Promise<void>
  /** Asks for prices and stock again. */
  refetch: () => Promise<unknown>
}

/** The price of now, or the last one of a part that is no longer sold. */
export const priceOf = ({ part, seenPrice }: CartLine) => part?.price ?? seenPrice

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

/** Lines whose price has changed since the buyer saw it. */
export const priceChanges = (lines: readonly CartLine[]) =>
  lines.filter(({ part, seenPrice }) => part && part.price !== seenPrice)
