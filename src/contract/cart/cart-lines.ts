// Free of schemas, since every page that adds to the cart loads it.
import { orderLinesMax } from '../shared/limits.ts'
import { inWholePacks, isBelowMinimumOrder, smallestOrder } from '../shared/quantity.ts'
import type { OrderRules } from '../shared/quantity.ts'

/** A cart has no more parts than one order. */
export const cartLinesMax = orderLinesMax

export const cartFull = `A cart can have at most ${cartLinesMax} parts`

/** The most units of a part in a cart. */
export const cartUnitsMax = 1_000_000

/** How units join those that a cart has of a part: added, the larger number of both, or taken away. */
export const combinations = ['add', 'larger', 'subtract'] as const
export type Combination = (typeof combinations)[number]

interface Units {
  product: string
  quantity: number
}

const combined = {
  add: (one: number, other: number) => one + other,
  larger: (one: number, other: number) => Math.max(one, other),
  subtract: (one: number, other: number) => one - other,
} as const satisfies Record<Combination, (one: number, other: number) => number>

/**
 * The lines of a cart after others joined them. A line keeps its place, and what the other one does not name; a line without
 * units goes.
 */
export function combineLines<Line extends Units>(
  lines: readonly Line[],
  others: readonly Line[],
  how: Combination,
): Line[] {
  const joined = new Map(lines.map((line) => [line.product, line]))
  for (const other of others) {
    const line = joined.get(other.product)
    const units = combined[how](line?.quantity ?? 0, other.quantity)
    if (units <= 0) joined.delete(other.product)
    else joined.set(other.product, { ...line, ...other, quantity: Math.min(units, cartUnitsMax) })
  }
  return [...joined.values()]
}

type Stocked = OrderRules & { quantity: number }

type LineProblem = 'not-sold' | 'sold-out' | 'too-many' | 'too-few' | 'not-in-packs'

export interface Verdict {
  problem: LineProblem
  /** The quantity that can be ordered in its place; without one, the line has to go. */
  instead?: number
}

/** Why a line cannot be ordered as it stands; undefined if it can. `part` is null if it is no longer sold. */
export function verdictOf(quantity: number, part: Stocked | null): Verdict | undefined {
  if (!part) return { problem: 'not-sold' }
  if (isBelowMinimumOrder(part)) return { problem: 'sold-out' }
  const most = inWholePacks(part.quantity, part)
  if (quantity > part.quantity) return { problem: 'too-many', instead: most }
  const smallest = smallestOrder(part)
  if (quantity < smallest) return { problem: 'too-few', instead: smallest }
  const { packSize = 1 } = part
  const inPacks = inWholePacks(quantity, part)
  if (inPacks === quantity) return undefined
  return { problem: 'not-in-packs', instead: Math.min(inPacks + packSize, most) }
}
