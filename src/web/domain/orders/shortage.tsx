import { isBelowMinimumOrder, smallestOrder } from '#contract/shared/quantity.ts'
import type { OrderRules } from '#contract/shared/quantity.ts'
import { Badge } from '../../ui/badge.tsx'

/** Badge of a product with too little stock for the smallest order; else nothing. */
export function Shortage({ product }: { product: OrderRules & { quantity: number } }) {
  if (!isBelowMinimumOrder(product)) return null
  return product.quantity === 0 ? (
    <Badge tone="danger">Sold out</Badge>
  ) : (
    <Badge tone="warn">{`Fewer than ${smallestOrder(product)} left`}</Badge>
  )
}
