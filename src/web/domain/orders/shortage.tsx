import { isBelowMinimumOrder, quantityMin } from '#contract/shared/quantity.ts'
import { Badge } from '../../ui/badge.tsx'

/** Badge of a product with too little stock for the smallest order; else nothing. */
export function Shortage({ quantity }: { quantity: number }) {
  if (!isBelowMinimumOrder(quantity)) return null
  return quantity === 0 ? (
    <Badge tone="danger">Sold out</Badge>
  ) : (
    <Badge tone="warn">{`Fewer than ${quantityMin} left`}</Badge>
  )
}
