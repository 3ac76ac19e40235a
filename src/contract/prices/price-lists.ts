import * as z from 'zod/mini'
import { dollars as formatDollars } from '../formats/formatting.ts'
import { endpoint } from '../shared/endpoint.ts'
import { dollars, EmailInUrl, Id, IdParams, numeric, text, NumberedPage } from '../shared/fields.ts'
import { PriceBreak, rungsMax } from './ladder.ts'

const percentMax = 90
const amountMax = 999_999.99

export const priceListMessages = {
  nameRequired: 'A name is Required',
  nameTaken: 'Another list has this name',
} as const

/** Refused as a list's name: it would look like the price break that a public price is from. */
const ladderName = /^from \d+$/i

const PercentOff = numeric(`A percentage from 0 to ${percentMax}`, {
  required: 'Percent off is Required',
}).check(
  z.refine(
    (value: number) =>
      value >= 0 && value <= percentMax && Math.abs(Math.round(value * 100) - value * 100) < 1e-6,
    `A percentage from 0 to ${percentMax}, with at most two decimals`,
  ),
)

/** The facts of a list that an admin enters. */
export const NewPriceList = z.object({
  name: text(priceListMessages.nameRequired, { max: 60, isPrinted: true }).check(
    z.refine((name) => !ladderName.test(name), 'The shop uses such names for price breaks'),
  ),
  /** Off every public price. */
  percentOff: PercentOff,
  /** The least goods of an order in dollars; none if left out. */
  minOrder: z.optional(dollars('An amount in dollars', { min: 0, max: amountMax })),
})
export type NewPriceList = z.output<typeof NewPriceList>

export const PriceList = z.object({
  _id: Id,
  name: z.string(),
  percentOff: z.number(),
  minOrder: z.number(),
  createdAt: z.string(),
  /** How many accounts are on it. */
  accounts: z.int(),
  /** How many products have prices of their own in it. */
  products: z.int(),
})
export type PriceList = z.output<typeof PriceList>

/** The prices of a product that a list has of its own. */
export const ListPrices = z.object({
  /** The product's id, for lists of rows. */
  _id: Id,
  product: z.object({
    _id: Id,
    name: z.string(),
    partNumber: z.optional(z.string()),
    /** The public prices. */
    price: z.number(),
    breaks: z.optional(z.array(PriceBreak)),
  }),
  prices: z.array(PriceBreak),
})
export type ListPrices = z.output<typeof ListPrices>

const unitsMax = 1_000_000
const priceMessage = `A price from ${formatDollars(0.01)} to ${formatDollars(amountMax)}`

const OwnPrice = z.object({
  from: numeric('A whole number of units').check(
    z.refine(
      (units: number) => Number.isInteger(units) && units >= 1 && units <= unitsMax,
      `From 1 to ${unitsMax} units`,
    ),
  ),
  price: dollars(priceMessage, { min: 0.01, max: amountMax }),
})

export const ListPricesChange = z.object({
  product: Id,
  /** From a number of units on, 1 for each unit. An empty list removes the product's own prices. */
  prices: z.array(OwnPrice).check(
    z.maxLength(rungsMax, { error: `At most ${rungsMax} prices`, abort: true }),
    z.refine(
      (prices) => new Set(prices.map(({ from }) => from)).size === prices.length,
      'Two prices start at the same number of units',
    ),
  ),
})
export type ListPricesChange = z.output<typeof ListPricesChange>

export const ListAccount = z.object({ _id: Id, email: z.string(), name: z.string() })
export type ListAccount = z.output<typeof ListAccount>

const Modified = z.object({ modifiedCount: z.number() })
const Deleted = z.object({ deletedCount: z.number() })
const AccountParams = z.object({ id: Id, email: EmailInUrl })

/** The price lists of accounts, for admins. */
export const priceLists = {
  list: endpoint({
    method: 'GET',
    path: '/manage/priceLists',
    access: 'admin',
    summary: 'All price lists, by name',
    response: z.array(PriceList),
  }),
  add: endpoint({
    method: 'POST',
    path: '/manage/priceLists',
    access: 'admin',
    summary: 'Add a price list with a percentage off all list prices',
    body: NewPriceList,
    response: z.object({ insertedId: Id }),
    problems: ['duplicate'],
    idempotent: true,
    keepsPublicReads: true,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/manage/priceLists/{id}',
    access: 'admin',
    summary:
      'Change a price list; placed orders keep their prices, unpaid ones only while reserved',
    params: IdParams,
    body: NewPriceList,
    response: Modified,
    problems: ['not-found', 'duplicate'],
    keepsPublicReads: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/manage/priceLists/{id}',
    access: 'admin',
    summary: 'Delete a price list without accounts',
    params: IdParams,
    response: Deleted,
    problems: ['not-found', 'not-in-this-state'],
    keepsPublicReads: true,
  }),
  prices: endpoint({
    method: 'GET',
    path: '/manage/priceLists/{id}/prices',
    access: 'admin',
    summary: 'The individual prices of a list, by product, by numbered page',
    params: IdParams,
    query: NumberedPage,
    response: z.array(ListPrices),
    problems: ['not-found'],
  }),
  setPrices: endpoint({
    method: 'PUT',
    path: '/manage/priceLists/{id}/prices',
    access: 'admin',
    summary: 'Set the individual prices of one product in a list, or remove them',
    params: IdParams,
    body: ListPricesChange,
    response: Modified,
    problems: ['not-found'],
    keepsPublicReads: true,
  }),
  accounts: endpoint({
    method: 'GET',
    path: '/manage/priceLists/{id}/accounts',
    access: 'admin',
    summary: 'The accounts on a price list, by address, by numbered page',
    params: IdParams,
    query: NumberedPage,
    response: z.array(ListAccount),
    problems: ['not-found'],
  }),
  putAccount: endpoint({
    method: 'PUT',
    path: '/manage/priceLists/{id}/accounts/{email}',
    access: 'admin',
    summary: 'Move an account with a verified address to a price list',
    params: AccountParams,
    response: Modified,
    problems: ['not-found', 'email-not-verified'],
    keepsPublicReads: true,
  }),
  removeAccount: endpoint({
    method: 'DELETE',
    path: '/manage/priceLists/{id}/accounts/{email}',
    access: 'admin',
    summary: 'Remove an account from a price list; it pays list prices again',
    params: AccountParams,
    response: Deleted,
    problems: ['not-found'],
    keepsPublicReads: true,
  }),
}
