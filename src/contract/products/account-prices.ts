import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { ListedProduct, OwnProductQuery, ProductCount, ProductFilter } from './products.ts'
import { IdList } from '../shared/fields.ts'
import { PriceBreak } from '../prices/ladder.ts'
import { pricePaths } from '../prices/price-paths.ts'

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
    ...pricePaths.own,
    summary:
      'The caller’s prices of products: an answer for each, in the order asked, null if it is not sold',
    query: z.object({
      products: IdList(productsMax, `At most ${productsMax} products at once`),
    }),
    response: z.array(z.nullable(OwnPrices)),
  }),
  list: endpoint({
    ...pricePaths.list,
    summary: 'The name of the caller’s price list; null without one',
    response: z.object({ name: z.nullable(z.string()) }),
  }),
  products: endpoint({
    ...pricePaths.products,
    summary:
      'The catalogue as `GET /products` has it, by numbered page, sorted and filtered by the caller’s prices',
    query: OwnProductQuery,
    response: z.array(ListedProduct),
    problems: ['not-found'],
  }),
  found: endpoint({
    ...pricePaths.found,
    summary: 'Number of products that match a filter, at the caller’s prices',
    query: ProductFilter,
    response: ProductCount,
    problems: ['not-found'],
  }),
}
