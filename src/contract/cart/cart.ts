import * as z from 'zod/mini'
import { cartPaths } from './cart-paths.ts'
import { cartFull, cartLinesMax, cartUnitsMax, combinations } from './cart-lines.ts'
import { endpoint } from '../shared/endpoint.ts'
import { dollars, Id, IdParams, text } from '../shared/fields.ts'
import { eachPartOnce } from '../orders/orders.ts'
import { priceMax } from '../products/fields/product-fields.ts'
import { WantedNumber } from '../numbers/number-of-line.ts'
import { Product } from '../products/products.ts'
import { WantedCar } from '../fitments/car-of-line.ts'
import { verdicts } from '../fitments/fit.ts'
import { openEnum } from '../shared/open-enum.ts'

/** Saved lists of one account. */
export const savedListsMax = 50

export const cartMessages = {
  tooManyLists: `You can keep ${savedListsMax} lists. Delete one to keep another`,
  listNameRequired: 'A name for the list is Required',
  listNameTaken: 'You have a list of this name already',
} as const

/** What the cart and the quick order show of a part today. */
export const CartPart = z.extend(
  z.pick(Product, {
    _id: true,
    name: true,
    price: true,
    breaks: true,
    quantity: true,
    img: true,
    partNumber: true,
    minimumOrder: true,
    packSize: true,
  }),
  {
    /** The public price of one unit, if the caller's price list lowers `price` or `breaks`. */
    listPrice: z.optional(z.number()),
    /** The name of that list. */
    priceFrom: z.optional(z.string()),
  },
)
export type CartPart = z.infer<typeof CartPart>

export const CartLine = z.object({
  product: Id,
  /** The name of the part, also of one that is no longer sold. */
  name: z.string(),
  quantity: z.int(),
  /** The price in dollars at which the buyer last saw the part. */
  seenPrice: z.number(),
  /** Null if the part is no longer sold. */
  part: z.nullable(CartPart),
  /** The number that the part was found by; absent if it was its own, or its name. */
  ...WantedNumber,
  /** The car that the line is for, by its keys and its name; absent without one, or if the shop does not know it. */
  car: z.optional(
    z.object({
      ...WantedCar,
      vehicle: z.string(),
      name: z.string(),
      /** Absent in the cart of a browser, which asks for it. */
      verdict: z.optional(openEnum(verdicts)),
    }),
  ),
})
export type CartLine = z.infer<typeof CartLine>

const Units = z
  .int('A whole number of units')
  .check(
    z.minimum(1, 'A whole number of units'),
    z.maximum(cartUnitsMax, `A cart can have at most ${cartUnitsMax} units of a part`),
  )

const SeenPrice = dollars('The price that was shown', { min: 0.01, max: priceMax })

const noLines = 'Name at least one part'
const lineCount = [
  z.minLength(1, { error: noLines, abort: true }),
  z.maxLength(cartLinesMax, { error: cartFull, abort: true }),
] as const

/** Without a car or a number, a line keeps the one that it has. */
const AddedLine = z.object({
  product: Id,
  quantity: Units,
  seenPrice: SeenPrice,
  ...WantedCar,
  ...WantedNumber,
})

export const ChangedLine = z.object({
  product: Id,
  /** Zero removes the line; left out, the quantity stays. */
  quantity: z.optional(z.union([z.literal(0), Units], 'A whole number of units')),
  seenPrice: SeenPrice,
  ...WantedCar,
  ...WantedNumber,
})
export type ChangedLine = z.infer<typeof ChangedLine>

export const CombinedLines = z.object({
  lines: z.array(AddedLine, noLines).check(...lineCount, eachPartOnce),
  how: z.enum(combinations, `how is ${combinations.join(', ')}`),
})
export type CombinedLines = z.infer<typeof CombinedLines>

/** The most orders that a request to order again can name. */
export const againMax = 20

/** Orders that the buyer knows of, and whose parts are ordered again. */
export const Again = z.array(Id, 'Ids of orders').check(z.maxLength(againMax))

/**
 * The cart of the caller as a page showed it when the order was placed. The order is placed only if the cart is still the same,
 * and the ordered units leave it.
 */
export const ShownCart = z.object({
  /** Every line, with its car and its number if the cart names them. */
  lines: z
    .array(
      z.object({ product: Id, quantity: Units, ...WantedCar, ...WantedNumber }),
      'The lines of the cart',
    )
    .check(z.maxLength(cartLinesMax, { error: cartFull, abort: true }), eachPartOnce),
  /** Orders that took lines out of the cart, and that the buyer knows of: those lines are ordered again. */
  again: z.optional(Again),
})
export type ShownCart = z.infer<typeof ShownCart>

/** The number of different parts in the cart. */
const Count = z.object({ count: z.int() })

/** The cart of an account. Visitors keep theirs in the browser. */
export const cart = {
  parts: endpoint({
    method: 'POST',
    path: '/cart/parts',
    access: 'public',
    summary: 'Parts by id with price and stock, without those no longer sold',
    body: z.object({ products: z.array(Id, noLines).check(...lineCount) }),
    response: z.array(CartPart),
    keepsPublicReads: true,
  }),
  read: endpoint({
    ...cartPaths.read,
    summary: 'The cart with current prices and stock',
    response: z.array(CartLine),
  }),
  count: endpoint({
    ...cartPaths.count,
    summary: 'The number of different parts in the cart',
    response: Count,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/cart/lines',
    access: 'customer',
    summary:
      'Set quantities of some lines of the cart, with the price that the buyer saw, or remove them; other lines stay',
    limit: 'carts',
    body: z.object({ lines: z.array(ChangedLine, noLines).check(...lineCount, eachPartOnce) }),
    response: Count,
    problems: ['cart-full'],
    keepsPublicReads: true,
  }),
  combine: endpoint({
    ...cartPaths.combine,
    summary:
      'Add parts to the cart, merge another cart into it by the larger quantity, or take ordered units out',
    limit: 'carts',
    body: CombinedLines,
    response: Count,
    problems: ['cart-full'],
    idempotent: true,
    keepsPublicReads: true,
  }),
}

const ListName = text(cartMessages.listNameRequired, { max: 60 })

const SavedList = z.object({
  _id: Id,
  name: z.string(),
  /** The number of different parts. */
  parts: z.int(),
  savedAt: z.string(),
})
export type SavedList = z.infer<typeof SavedList>

export const NewList = z.object({
  name: ListName,
  lines: z
    .array(z.object({ product: Id, quantity: Units, ...WantedCar, ...WantedNumber }), noLines)
    .check(...lineCount, eachPartOnce),
  /** Whether it takes the place of a list of this name. */
  replaces: z.optional(z.boolean()),
})
export type NewList = z.infer<typeof NewList>

/** Carts that an account keeps under a name. */
export const savedLists = {
  list: endpoint({
    method: 'GET',
    path: '/savedLists',
    access: 'customer',
    summary: 'The saved lists of the account, by name',
    response: z.array(SavedList),
  }),
  save: endpoint({
    method: 'POST',
    path: '/savedLists',
    access: 'customer',
    summary: 'Save parts and quantities as a named list',
    limit: 'carts',
    body: NewList,
    response: z.object({ insertedId: Id }),
    problems: ['not-found', 'duplicate', 'too-many-lists'],
    idempotent: true,
    keepsPublicReads: true,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/savedLists/{id}',
    access: 'customer',
    summary: 'Rename a saved list',
    limit: 'carts',
    params: IdParams,
    body: z.object({ name: ListName }),
    response: z.object({ modifiedCount: z.number() }),
    problems: ['not-found', 'duplicate'],
    keepsPublicReads: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/savedLists/{id}',
    access: 'customer',
    summary: 'Delete a saved list',
    limit: 'carts',
    params: IdParams,
    response: z.object({ deletedCount: z.number() }),
    problems: ['not-found'],
    keepsPublicReads: true,
  }),
  fill: endpoint({
    method: 'POST',
    path: '/savedLists/{id}/fill',
    access: 'customer',
    summary: 'Add the parts of a saved list to the cart',
    limit: 'carts',
    params: IdParams,
    response: Count,
    problems: ['not-found', 'cart-full'],
    idempotent: true,
    keepsPublicReads: true,
  }),
}
