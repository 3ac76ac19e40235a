import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { textOfLines } from './shared/fields.ts'
import { heldOrdersMax } from './shared/limits.ts'
import { Product } from './products.ts'

/** As many as an account may have waiting to be paid, so that a whole list can be placed. */
export const quickRowsMax = heldOrdersMax

/** The least that a list of so many parts fits into, however it is written. */
const listMax = 20_000

export const quickProblems = [
  'no-part',
  'not-found',
  'no-quantity',
  'not-a-quantity',
  'too-few',
  'too-many',
  'too-much',
] as const
export type QuickProblem = (typeof quickProblems)[number]

export const QuickRow = z.object({
  /** The lines of the list that ask for this part, counted from one. */
  lines: z.array(z.int()),
  /** As it was written. */
  part: z.string(),
  /** As it was written, where it is no whole number. */
  quantity: z.union([z.int(), z.string()]),
  product: z.nullable(
    z.pick(Product, {
      _id: true,
      name: true,
      price: true,
      quantity: true,
      img: true,
      partNumber: true,
    }),
  ),
  /** The smallest order of this part. */
  minimum: z.int(),
  /** What sending this row as an order costs, in the total. */
  shipping: z.nullable(z.number()),
  total: z.nullable(z.number()),
  /** Why this cannot be ordered as it is. */
  problem: z.nullable(z.enum(quickProblems)),
})
export type QuickRow = z.infer<typeof QuickRow>

export const quickOrder = {
  check: endpoint({
    method: 'POST',
    path: '/quickOrder/check',
    access: 'customer',
    summary:
      'What a list of parts and quantities asks for, one row for each part: price, stock and sum, or what is wrong. Places nothing',
    body: z.object({
      list: textOfLines('The list is empty', {
        max: listMax,
        tooLong: `A list has ${listMax} characters at most`,
      }),
    }),
    response: z.array(QuickRow),
    keepsPublicReads: true,
  }),
}
