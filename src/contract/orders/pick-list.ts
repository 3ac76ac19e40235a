import * as z from 'zod/mini'
import { Id } from '../shared/fields.ts'

/** The most orders of a pick list. */
export const pickedOrdersMax = 500

/** The parts of all orders to ship, each with its units and the orders they belong to. */
export const PickList = z.object({
  /** The number of orders. */
  orders: z.int(),
  /** There are more orders to ship: these are the oldest. */
  isCapped: z.boolean(),
  parts: z.array(
    z.object({
      product: Id,
      name: z.string(),
      /** Absent if the product has none. */
      partNumber: z.optional(z.string()),
      /** The units of all orders. */
      quantity: z.int(),
      orders: z.array(
        z.object({
          order: Id,
          quantity: z.int(),
          /** The buyer's own order number. */
          reference: z.optional(z.string()),
        }),
      ),
    }),
  ),
})
export type PickList = z.output<typeof PickList>
