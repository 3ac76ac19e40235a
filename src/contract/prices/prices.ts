import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { IdList } from '../shared/fields.ts'
import { PriceBreak } from './ladder.ts'
import { priceAddresses } from './price-addresses.ts'

/** Enough for the cards of one page. */
const productsMax = 48

/** What a product costs the caller, in dollars; `unitPrice` finds the price of a quantity. */
export const OwnPrices = z.object({
  price: z.number(),
  breaks: z.array(PriceBreak),
  /** The name of the price list that lowers a price, or `list` for the public prices. */
  from: z.string(),
  /** The least goods of an order in dollars, if the caller's list asks for some. */
  minOrder: z.optional(z.number()),
})
export type OwnPrices = z.output<typeof OwnPrices>

export const prices = {
  own: endpoint({
    ...priceAddresses.own,
    summary:
      'What products cost the caller: one answer for each, in their order, null for one that is not sold',
    query: z.object({
      products: IdList(productsMax, `At most ${productsMax} products at once`),
    }),
    response: z.array(z.nullable(OwnPrices)),
  }),
}
