import * as z from 'zod/mini'
import { addresses } from './shared/addresses.ts'
import { endpoint } from './shared/endpoint.ts'
import { dollars, Id, IdParams, PageQuery, wholeNumber } from './shared/fields.ts'
import { allFields, enteredShape, priceMax, valueShape } from './product-fields.ts'
import { kindKeys } from './shared/product-kinds.ts'
import { specifiedMessages } from './shared/specified-messages.ts'

export const messages = {
  ...specifiedMessages.products,
  nameTaken: 'A product of this name is in the catalogue already',
  partNumberTaken: 'A product in the catalogue has this part number already',
} as const

export const Product = z.object({ _id: Id, ...valueShape(allFields) })
export type Product = z.infer<typeof Product>

/** Empty is as good as left out where a field is optional, since a form sends it so. */
export const NewProduct = z.object(enteredShape)
export type NewProduct = z.infer<typeof NewProduct>

export const productSorts = ['oldest', 'newest', 'lowest-price', 'highest-price', 'name'] as const
export type ProductSort = (typeof productSorts)[number]

/** A bound of a price; nothing costs less than nothing, and who asks so is told. */
const priceBound = (name: string) =>
  dollars(`${name} is an amount from $0 to $${priceMax}`, { min: 0, max: priceMax })

/** Which products; all of them where nothing is said. */
export const ProductFilter = z.object({
  q: PageQuery.shape.q,
  kind: z.optional(z.enum(kindKeys, 'kind is one of the kinds of products')),
  minPrice: z.optional(priceBound('minPrice')),
  maxPrice: z.optional(priceBound('maxPrice')),
  /** Only what can be ordered now: at least the smallest order is left. */
  inStock: z.optional(z.literal('true', 'inStock is true or left out')),
})
export type ProductFilter = z.output<typeof ProductFilter>

/** Beyond it a list is led on by key, or narrowed down. */
export const pageMax = 500

/** Pages by number where `page` is given, else by key; sorted alike. */
export const ProductQuery = z.extend(z.extend(PageQuery, ProductFilter.shape), {
  sort: z.optional(z.enum(productSorts, `sort is ${productSorts.join(', ')}`)),
  page: z.optional(wholeNumber(`page is a number from 1 to ${pageMax}`, pageMax)),
})
export type ProductQuery = z.infer<typeof ProductQuery>

/** Products are counted up to this many; those that a search finds, up to fewer, since each has to be read. */
export const countMax = { all: 10_000, found: 1_000 } as const

export const ProductsFound = z.object({
  count: z.int(),
  /** More than `count` match. */
  isCapped: z.boolean(),
  /** The kinds that the catalogue has products of, whatever is looked for. */
  kinds: z.array(z.enum(kindKeys)),
})
export type ProductsFound = z.output<typeof ProductsFound>

/** As many as somebody may paste from an order list. */
const lookUpMax = 200

export const products = {
  list: endpoint({
    ...addresses.products,
    summary: 'The catalogue: oldest product first, or filtered, sorted and by numbered page',
    priorityClass: 'memory',
    query: ProductQuery,
    response: z.array(Product),
  }),
  found: endpoint({
    method: 'GET',
    path: '/products/found',
    access: 'public',
    summary: 'How many products a filter shows, up to a limit, and which kinds there are',
    priorityClass: 'memory',
    query: ProductFilter,
    response: ProductsFound,
  }),
  one: endpoint({
    method: 'GET',
    path: '/product/{id}',
    access: 'public',
    summary: 'One product',
    params: IdParams,
    response: Product,
    problems: ['not-found'],
  }),
  lookUp: endpoint({
    method: 'POST',
    path: '/products/lookup',
    access: 'public',
    summary: 'Products by their part numbers, however written: one answer for each, in their order',
    body: z.object({
      partNumbers: z
        .array(z.string().check(z.maxLength(100)))
        .check(z.minLength(1), z.maxLength(lookUpMax, `At most ${lookUpMax} part numbers at once`)),
    }),
    response: z.array(z.object({ partNumber: z.string(), product: z.nullable(Product) })),
    keepsPublicReads: true,
  }),
  add: endpoint({
    method: 'POST',
    // specification: 'POST /Products'
    path: '/Products',
    access: 'admin',
    summary: 'Add a product to the catalogue',
    body: NewProduct,
    response: z.object({ insertedId: Id }),
    problems: ['duplicate'],
    idempotent: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/product/{id}',
    access: 'admin',
    summary: 'Take a product out of the catalogue; its orders stay',
    params: IdParams,
    response: z.object({ deletedCount: z.number() }),
    problems: ['not-found'],
  }),
}
