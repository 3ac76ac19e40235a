import * as z from 'zod/mini'
import { PageQuery } from '../shared/fields.ts'

/** The admin's tabs of orders. */
const orderTabs = ['all', 'to-ship', 'shipped', 'not-paid', 'refunded', 'disputed'] as const
export type OrderTab = (typeof orderTabs)[number]

/** The customer's tabs; deleted orders appear in `cancelled` only. */
export const ownOrderTabs = [
  'all',
  'to-ship',
  'shipped',
  'not-paid',
  'refunded',
  'cancelled',
] as const
export type OwnOrderTab = (typeof ownOrderTabs)[number]

const orderSorts = ['order', 'product', 'quantity', 'amount', 'customer', 'delivery'] as const
export type OrderSort = (typeof orderSorts)[number]

/** Filter and sort order of all orders; newest first by default. */
export const OrderFilter = z.object({
  tab: z.optional(z.enum(orderTabs)),
  q: PageQuery.shape.q,
  sort: z.optional(z.enum(orderSorts)),
  direction: z.optional(z.enum(['asc', 'desc'])),
})
export type OrderFilter = z.output<typeof OrderFilter>
