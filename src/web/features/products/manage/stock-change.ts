import { groupDigits, unitsText } from '#contract/formats/formatting.ts'
import * as z from 'zod/mini'
import { StockChange, Units } from '#contract/products/manage-products.ts'

/** The reasons for a stock change with their labels. */
export const stockKinds = {
  came: 'Units received',
  went: 'Units removed',
  counted: 'Units counted',
} as const
type StockKind = keyof typeof stockKinds

export const StockForm = z.object({
  kind: z.enum(['came', 'went', 'counted']),
  units: Units,
  reason: StockChange.shape.reason,
})
export type StockForm = z.output<typeof StockForm>

/** The stock difference. A count is compared with the recorded stock. */
export function deltaOf({ kind, units }: { kind: StockKind; units: number }, stock: number) {
  if (kind === 'came') return units
  return kind === 'went' ? -units : units - stock
}

/** The stock before and after; undefined while the input is incomplete. */
export function outcomeOf(
  { kind, units }: { kind: StockKind; units: string | number },
  stock: number,
): string | undefined {
  const typed = z.safeParse(Units, units)
  if (!typed.success) return undefined
  const after = stock + deltaOf({ kind, units: typed.data }, stock)
  return after < 0
    ? `${groupDigits(stock)} units are in stock`
    : `${groupDigits(stock)} → ${unitsText(after)}`
}
