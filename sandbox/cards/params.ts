import { z } from 'zod'
import type { Form } from '../form.ts'

// Form values are text: these parse the types of Stripe's parameters.
export const integer = z
  .string()
  .regex(/^\d{1,15}$/, 'must be an integer')
  .transform(Number)

export const boolean = z.enum(['true', 'false']).transform((text) => text === 'true')

export const metadata = z.record(z.string().max(40), z.string().max(500)).default({})

/** Lists are encoded as `name[0]=…&name[1]=…`. */
export const list = z
  .record(z.string(), z.string())
  .transform((entries: Form) => Object.values(entries) as string[])

/** Parameters of every call. */
export const commonParams = { expand: list.default([]), client_secret: z.string().optional() }
