import * as z from 'zod/mini'

export const FieldError = z.object({ field: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** The units left of a part of an order, or its price of today. */
const LineProblem = z.object({
  product: z.string(),
  /** Units left. */
  available: z.optional(z.number()),
  unitPrice: z.optional(z.number()),
  amount: z.optional(z.number()),
  /** Units of the part in the cart now; none if its line has left. */
  quantity: z.optional(z.number()),
})

/** An order that has parts of the cart or of the list already. */
const EarlierOrder = z.object({
  _id: z.string(),
  /** The units of all its parts. */
  quantity: z.number(),
  price: z.number(),
  /** The buyer's own order number. */
  reference: z.optional(z.string()),
  createdAt: z.string(),
})
export type EarlierOrder = z.infer<typeof EarlierOrder>

/** RFC 9457. `code` is the last part of `type`, for clients that switch on it. */
export const Problem = z.object({
  type: z.string(),
  code: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.optional(z.string()),
  instance: z.optional(z.string()),
  errors: z.optional(z.array(FieldError)),
  currentTotal: z.optional(z.number()),
  available: z.optional(z.number()),
  /** The lines of an order or of a cart that are the reason. */
  lines: z.optional(z.array(LineProblem)),
  /** The orders that are the reason, newest first. */
  orders: z.optional(z.array(EarlierOrder)),
})
export type Problem = z.infer<typeof Problem>
