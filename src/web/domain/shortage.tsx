import { isBelowMinimumOrder, quantityMin } from '#contract/shared/quantity.ts'
import { Badge } from '../ui/badge.tsx'

/** Says that a product cannot be ordered for now; nothing, while it can. */
export function Shortage({ quantity }: { quantity: number }) {
  if (!isBelowMinimumOrder(quantity)) return null
  return quantity === 0 ? (
    <Badge tone="danger">Sold out</Badge>
  ) : (
    <Badge tone="warn">{`Fewer than ${quantityMin} left`}</Badge>
  )
}
