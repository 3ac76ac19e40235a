import * as z from 'zod/mini'
import { toCents, toDollars } from '../shared/fields.ts'

/** A tax that the prices include. */
const Tax = z.object({ name: z.string(), percent: z.number() })
export type Tax = z.infer<typeof Tax>

/** The facts of an issued invoice that are not those of its order. Nothing changes them later. */
export const Invoice = z.object({
  /** In a series from 1 without gaps. */
  number: z.int(),
  issuedAt: z.string(),
  seller: z.object({ name: z.string(), address: z.string(), taxId: z.optional(z.string()) }),
  /** From the account, its profile and its trade account at the payment; empty once its contacts were removed. */
  billTo: z.object({
    company: z.optional(z.string()),
    name: z.optional(z.string()),
    address: z.optional(z.string()),
    taxId: z.optional(z.string()),
  }),
  tax: z.optional(Tax),
})
export type Invoice = z.infer<typeof Invoice>

/** A document about a refund of an order. */
export const CreditNote = z.object({
  /** In a series from 1 without gaps. */
  number: z.int(),
  amount: z.number(),
  issuedAt: z.string(),
})
export type CreditNote = z.output<typeof CreditNote>

/** The tax in an amount in dollars, rounded to the cent. */
export const includedTax = (amount: number, { percent }: Tax) =>
  toDollars(Math.round((toCents(amount) * percent) / (100 + percent)))

/** Such as `Includes 19% VAT`. */
export const taxLabel = ({ name, percent }: Tax) => `Includes ${percent}% ${name}`
