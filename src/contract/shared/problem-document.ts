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
})

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
  /** The lines of an order that are the reason. */
  lines: z.optional(z.array(LineProblem)),
})
export type Problem = z.infer<typeof Problem>
