import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { Id, multilineText } from './shared/fields.ts'
import { orderLinesMax } from './shared/limits.ts'
import { asSeen, narrowed } from './formats/visible-text.ts'
import { NewOrderOfLines, reservationProblems, totalMax } from './orders/orders.ts'
import { Again, CartPart, ShownCart } from './cart/cart.ts'
import { Via } from './numbers/via.ts'
import { unitPrice } from './prices/unit-price.ts'
import { type Charges, taxedSums } from './taxes/tax-lines.ts'
import { openEnum } from './shared/open-enum.ts'

/** A whole list can be placed as one order. */
export const quickRowsMax = orderLinesMax

/** Characters that fit a list of that many parts in any notation. */
const listMax = 20_000

export const quickProblems = [
  'no-part',
  'not-found',
  'several',
  'no-quantity',
  'not-a-quantity',
  'too-few',
  'not-in-packs',
  'too-many',
  'too-much',
] as const
export type QuickProblem = (typeof quickProblems)[number]

export const QuickRow = z.object({
  /** The lines of the list with this part, counted from one. */
  lines: z.array(z.int()),
  /** As typed. Where texts of a line mean different parts, all of them with `eitherWord` between them. */
  part: z.string(),
  /** As typed if it is not a whole number. */
  quantity: z.union([z.int(), z.string()]),
  product: z.nullable(CartPart),
  /** The number that the part was found by; absent if it was found by its name. */
  via: z.optional(Via),
  /** Further numbers of lines that were added up; absent if there are none. */
  alsoVia: z.optional(z.array(Via)),
  /** The other parts with this number, one of which may be meant; absent if there are none. */
  others: z.optional(z.array(CartPart)),
  /** The smallest order of this part. */
  minimum: z.int(),
  /** Shipping cost of this row as an order, part of the total. */
  shipping: z.nullable(z.number()),
  total: z.nullable(z.number()),
  /** The reason why this row cannot be ordered. */
  problem: z.nullable(openEnum(quickProblems)),
})
export type QuickRow = z.infer<typeof QuickRow>

/** The row with its sums and its problem, if it has one. */
export function withProblem<Row extends QuickRow>(row: Row, charges: Charges): Row {
  const { product, quantity } = row
  if (!product || isAmbiguous(row) || typeof quantity === 'string') {
    return { ...row, shipping: null, total: null, problem: problemOf(row, 0) }
  }
  const line = { unitPrice: unitPrice(product, quantity), quantity }
  const { shipping, total } = taxedSums([line], charges)
  return { ...row, shipping, total, problem: problemOf(row, total) }
}

/** A row with the units of another one of its part, whose own lines and numbers stay first. */
export function addedUp<Row extends QuickRow>(row: Row, other: QuickRow): Row {
  const [via, ...alsoVia] = [...viasOf(row), ...viasOf(other)].filter(isFirst)
  return {
    ...row,
    lines: [...row.lines, ...other.lines],
    quantity: Number(row.quantity) + Number(other.quantity),
    ...(via && { via }),
    ...(alsoVia.length > 0 && { alsoVia }),
  }
}

/** Every number that the part of a row was found by. */
export const viasOf = ({ via, alsoVia = [] }: Pick<QuickRow, 'via' | 'alsoVia'>) =>
  via ? [via, ...alsoVia] : []

const isFirst = ({ kind, number }: Via, index: number, all: readonly Via[]) =>
  all.findIndex((via) => via.kind === kind && via.number === number) === index

/** Whether the buyer has to choose one of several parts. */
export const isAmbiguous = ({ others }: Pick<QuickRow, 'others'>) => others !== undefined

function problemOf(row: QuickRow, total: number): QuickProblem | null {
  const { part, product, quantity, minimum } = row
  if (part === '') return 'no-part'
  if (!product) return 'not-found'
  if (isAmbiguous(row)) return 'several'
  if (quantity === '') return 'no-quantity'
  if (typeof quantity === 'string') return 'not-a-quantity'
  if (quantity < minimum) return 'too-few'
  if (quantity % (product.packSize ?? 1) !== 0) return 'not-in-packs'
  if (quantity > product.quantity) return 'too-many'
  if (total > totalMax) return 'too-much'
  return null
}

/** Between the items of a line that has several, in place of its part. */
export const itemSeparator = '; '

/** How many parts of a list were ordered already, as the beginning of a sentence. */
export function orderedOf(ordered: number, parts: number): string {
  if (ordered < parts) return `${ordered} of these ${parts} parts ${ordered === 1 ? 'was' : 'were'}`
  return parts === 1 ? 'This part was' : 'These parts were'
}

/** Separates the numbers of a line that may be its quantity, and the texts that may be its part. */
export const eitherWord = ' or '

/** A typed quantity: a number if it is whole, with or without grouped thousands; else its text. */
export function typedQuantity(typed: string): QuickRow['quantity'] {
  const blankless = narrowed(asSeen(typed)).replaceAll(/\s/g, '')
  const digits = /^\d{1,3}(?:,\d{3})+$/.test(blankless) ? blankless.replaceAll(',', '') : blankless
  // At most nine digits, more than any stock has.
  return /^\d{1,9}$/.test(digits) ? Number(digits) : typed
}

/**
 * An order of several parts: of lines of the caller's cart, in at most their units, if `cart` is there. If `again` is
 * there, it is refused if another order of the account in the last ten minutes shares more than half of the lines of the
 * shorter of both, in any units. An order of one row of a list names the parts of the whole `list`, which is compared.
 */
export const NewOrderFromCart = z
  .extend(NewOrderOfLines, {
    cart: z.optional(ShownCart),
    again: z.optional(Again),
    list: z.optional(z.array(Id, 'Ids of parts').check(z.maxLength(orderLinesMax))),
  })
  .check(({ value: { lines, cart }, issues }) => {
    if (!cart) return
    const shown = new Map(
      cart.lines.map(({ product, quantity }) => [product.toLowerCase(), quantity]),
    )
    lines.forEach(({ product, quantity }, index) => {
      if (quantity <= (shown.get(product.toLowerCase()) ?? 0)) return
      issues.push({
        code: 'custom',
        message: 'More units than the cart has',
        input: quantity,
        path: ['lines', index, 'quantity'],
      })
    })
  })
export type NewOrderFromCart = z.infer<typeof NewOrderFromCart>

export const quickOrder = {
  check: endpoint({
    method: 'POST',
    path: '/quickOrder/check',
    access: 'customer',
    summary:
      'Check a list of parts and quantities without ordering: price, stock and total of each part, or its problem',
    body: z.object({
      list: multilineText('The list is empty', {
        max: listMax,
        tooLong: `A list can have at most ${listMax} characters`,
      }),
    }),
    response: z.array(QuickRow),
    keepsPublicReads: true,
  }),
  place: endpoint({
    method: 'POST',
    path: '/quickOrder/place',
    access: 'customer',
    summary:
      'Place one order of several parts, reserving all units or none. With `cart` they leave the cart; with `again` it is refused if an order of the last ten minutes that is not named there shares more than half of the parts of the shorter of both; `list` has the parts to compare if the order has only some of them',
    limit: 'orders',
    body: NewOrderFromCart,
    // 200 lines and as many of the cart, each with a car and a number.
    bodyBytesMax: 192 * 1024,
    response: z.object({ insertedId: Id }),
    problems: [
      'not-found',
      'insufficient-stock',
      'price-changed',
      'too-little',
      'ordered-meanwhile',
      'cart-changed',
      ...reservationProblems,
    ],
    idempotent: 'own',
  }),
}
