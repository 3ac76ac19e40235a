import * as z from 'zod/mini'
import { isErasedEmail } from '../shared/erased.ts'
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
  /**
   * From the account, its profile and its trade account at the payment, the name of an account without them from the delivery;
   * empty once its contacts were removed.
   */
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

/** In place of an address, for calls that order without one. */
export const noAddress = 'No address was given with this order'

/**
 * Whom an invoice is for. Without an address in the profile, the delivery address is used, which an order may get after its
 * payment. Invoices of erased customers show no address.
 */
export const billedTo = (
  { billTo }: Pick<Invoice, 'billTo'>,
  { delivery, email }: { delivery: { name: string; address: string } | null; email: string },
) => ({
  ...billTo,
  name: billTo.name ?? delivery?.name,
  address: billTo.address ?? delivery?.address ?? (isErasedEmail(email) ? undefined : noAddress),
})

/** The tax in an amount in dollars, rounded to the cent. */
export const includedTax = (amount: number, { percent }: Tax) =>
  toDollars(Math.round((toCents(amount) * percent) / (100 + percent)))

/** Such as `Includes 19% VAT`. */
export const taxLabel = ({ name, percent }: Tax) => `Includes ${percent}% ${name}`
