import { z } from 'zod'
import type { Form } from '../form.ts'

// Everything in a form is text: these read the types Stripe's parameters have.
export const integer = z
  .string()
  .regex(/^\d{1,15}$/, 'must be an integer')
  .transform(Number)

export const boolean = z.enum(['true', 'false']).transform((text) => text === 'true')

export const metadata = z.record(z.string().max(40), z.string().max(500)).default({})

/** Lists arrive as `name[0]=…&name[1]=…`. */
export const list = z
  .record(z.string(), z.string())
  .transform((entries: Form) => Object.values(entries) as string[])

/** Parameters every call takes. */
export const commonParams = { expand: list.default([]), client_secret: z.string().optional() }
