import * as z from 'zod/mini'

export const FieldError = z.object({ field: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

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
})
export type Problem = z.infer<typeof Problem>
