import * as z from 'zod/mini'
import { dollars, Id, multilineText, orEmpty, wholeNumber } from '../shared/fields.ts'
import { openEnum } from '../shared/open-enum.ts'

const amountInvalid = 'Must be dollars and cents, such as 12.50'

/** What an admin refunds of an order: units of its lines, an amount, or both. */
export const PartialRefund = z
  .object({
    lines: z
      .array(
        z.object({
          product: Id,
          quantity: wholeNumber('Must be a whole number', 1_000_000),
        }),
      )
      .check(
        z.maxLength(200, 'An order can have at most 200 parts'),
        z.refine(
          (lines: readonly { product: string }[]) =>
            new Set(lines.map(({ product }) => product.toLowerCase())).size === lines.length,
          'The same part is there twice',
        ),
      ),
    /** Dollars beside the lines, such as for shipping. */
    amount: z.optional(dollars(amountInvalid, { min: 0, max: 999_999.99 })),
    /** Whether the units return to the stock. */
    restock: z.boolean(),
    reason: z.optional(orEmpty(multilineText('Reason is Required', { max: 200 }))),
  })
  .check(
    z.refine(({ lines, amount = 0 }) => lines.length > 0 || amount > 0, {
      error: 'Choose units or an amount to refund',
      path: ['amount'],
    }),
  )
export type PartialRefund = z.output<typeof PartialRefund>

/** `due`: the card provider could not be reached, and is asked again. `refused`: its remaining refundable amount was below the refund. */
export const refundStates = ['made', 'due', 'refused'] as const

/** The rest of an order that can be refunded, and its refunds so far. */
export const OrderRefunds = z.object({
  paid: z.number(),
  /** Dollars that were refunded. */
  refunded: z.number(),
  /** Dollars that can be refunded now. */
  left: z.number(),
  lines: z.array(
    z.object({
      product: Id,
      name: z.string(),
      unitPrice: z.number(),
      quantity: z.int(),
      /** Units that were refunded, or are being. */
      refunded: z.int(),
      /** Cents of each rate of the taxes of all units; absent if units are refunded without any. */
      taxes: z.optional(z.array(z.int())),
      /** Cents of each rate on the refunded units. */
      refundedTaxes: z.optional(z.array(z.int())),
    }),
  ),
  /**
   * The sign of the taxes of refunded units: 1 if they are added to their prices, -1 if they were taken off, 0 if they
   * are part of them. Absent without taxes.
   */
  taxSign: z.optional(z.int()),
  /** Oldest first. */
  refunds: z.array(
    z.object({
      amount: z.number(),
      at: z.string(),
      state: openEnum(refundStates),
      creditNote: z.optional(z.int()),
      reason: z.optional(z.string()),
    }),
  ),
})
export type OrderRefunds = z.output<typeof OrderRefunds>
