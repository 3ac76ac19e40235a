import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'

const Rate = z.object({ name: z.string(), percent: z.number() })

/** The taxes of an order: what its prices include, what is added to them, or what an exempt buyer does not pay. */
export const OrderTax = z.object({
  /** Whether the prices include the taxes. */
  included: z.boolean(),
  /** Whether the buyer pays none: `amount` was taken off prices that include it. */
  exempt: z.boolean(),
  /** Where the goods go, as it is shown. */
  areaName: z.string(),
  /** The sum of the rates. */
  amount: z.number(),
  rates: z.array(
    z.extend(Rate, {
      amount: z.number(),
      /** Absent if it is charged on shipping too. */
      onShipping: z.optional(z.literal(false)),
    }),
  ),
})
export type OrderTax = z.output<typeof OrderTax>

/** The taxes on new orders of the caller. */
const CallerTaxes = z.object({
  included: z.boolean(),
  exempt: z.boolean(),
  areaName: z.string(),
  rates: z.array(z.extend(Rate, { onShipping: z.boolean() })),
})

export const taxes = {
  own: endpoint({
    method: 'GET',
    path: '/taxes',
    access: 'customer',
    summary:
      'The taxes on your new orders, by your default address; no rates if the shop charges none',
    response: CallerTaxes,
  }),
}
