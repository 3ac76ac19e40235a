import * as z from 'zod/mini'
import { paths } from '../shared/paths.ts'
import { rungsBelowPrice } from '../prices/ladder.ts'
import { endpoint } from '../shared/endpoint.ts'
import { dollars, Id, IdParams, PageQuery, wholeNumber } from '../shared/fields.ts'
import { typedNumberMax } from '../shared/limits.ts'
import { allFields, listedFields, priceMax } from './fields/product-fields.ts'
import { enteredShape, valueShape } from './fields/shapes.ts'
import { dollars as formatDollars } from '../formats/formatting.ts'
import { CarPageQuery, carPageShape, carPartShape } from './part-pages.ts'
import { ShownFitment } from '../fitments/fitments.ts'
import { ShownNumbers } from '../numbers/product-numbers.ts'
import { Via } from '../numbers/via.ts'
import { SuggestionQuery, Suggestions } from './suggestions.ts'
import { kindKeys } from '../shared/product-kinds.ts'
import { specifiedMessages } from '../shared/specified-messages.ts'
import { EngineKeyText, VehicleKeyText } from '../vehicles/car-fields.ts'
import { ProductFit } from '../fitments/fitments.ts'
import { openEnum } from '../shared/open-enum.ts'

export const messages = {
  ...specifiedMessages.products,
  nameTaken: 'The catalogue already has a product of this name',
  partNumberTaken: 'The catalogue already has a product with this part number',
} as const

/** The rating by the reviews that are shown; absent without any. */
const ratingShape = {
  /** The average, from 1 to 5 stars, in tenths. */
  rating: z.optional(z.number()),
  /** The number of reviews. */
  ratings: z.optional(z.int()),
}

export const Product = z.object({ _id: Id, ...valueShape(allFields), ...ratingShape })
export type Product = z.infer<typeof Product>

/** A product in a list, without the details of its page. */
export const ListedProduct = z.object({
  _id: Id,
  ...valueShape(listedFields),
  ...ratingShape,
  /** Whether it fits the car of the request; absent without one. */
  fit: z.optional(ProductFit),
  /** The number that a search found it by; absent if it is found by anything else. */
  via: z.optional(Via),
})
export type ListedProduct = z.infer<typeof ListedProduct>

/** An optional field may be left out, or empty as forms send it. */
export const NewProduct = z.object(enteredShape).check(rungsBelowPrice)
export type NewProduct = z.infer<typeof NewProduct>

export const productSorts = ['oldest', 'newest', 'lowest-price', 'highest-price', 'name'] as const
export type ProductSort = (typeof productSorts)[number]

/** A limit of the price filter. A negative amount is an error. */
const priceBound = (name: string) =>
  dollars(`${name} is an amount from $0 to ${formatDollars(priceMax)}`, { min: 0, max: priceMax })

/** Which products a list for a car has: those that fit it or may fit it, those that fit every car, or the others. */
export const fitFilters = ['this-car', 'every-car', 'unknown'] as const
export type FitFilter = (typeof fitFilters)[number]

/** Filters of the catalogue. Without any, all products match. */
export const ProductFilter = z.object({
  q: PageQuery.shape.q,
  kind: z.optional(z.enum(kindKeys, 'kind is one of the kinds of products')),
  minPrice: z.optional(priceBound('minPrice')),
  maxPrice: z.optional(priceBound('maxPrice')),
  /** Only products whose stock covers the minimum order. */
  inStock: z.optional(z.literal('true', 'inStock is true or left out')),
  /** A car: only the products that `fits` says of it. */
  vehicle: z.optional(VehicleKeyText),
  /** The engine of the car: products that need another one are left out. Ignored without a car. */
  engine: z.optional(EngineKeyText),
  /** `this-car` unless given: what fits every car, or is not known to fit any, is a list of its own. Ignored without a car. */
  fits: z.optional(z.enum(fitFilters, `fits is ${fitFilters.join(', ')}`)),
})
export type ProductFilter = z.output<typeof ProductFilter>

/** The last numbered page. Beyond it, use cursor pagination or a filter. */
export const pageMax = 500

/** Numbered pages if `page` is given, else cursor pagination in the same order. */
export const ProductQuery = z.extend(z.extend(PageQuery, ProductFilter.shape), {
  sort: z.optional(z.enum(productSorts, `sort is ${productSorts.join(', ')}`)),
  page: z.optional(wholeNumber(`page is a number from 1 to ${pageMax}`, pageMax)),
})
export type ProductQuery = z.infer<typeof ProductQuery>

/** Whether prices decide which products a query shows, or in which order. Empty texts are not bounds. */
export const isByPrice = ({
  sort,
  minPrice = '',
  maxPrice = '',
}: {
  sort?: ProductSort | undefined
  minPrice?: number | string | undefined
  maxPrice?: number | string | undefined
}) => sort === 'lowest-price' || sort === 'highest-price' || minPrice !== '' || maxPrice !== ''

/** The catalogue at prices of one's own: numbered pages alone. */
export const OwnProductQuery = z.omit(ProductQuery, { after: true })
export type OwnProductQuery = z.infer<typeof OwnProductQuery>

/** The highest counts. A search has a lower one, since every match has to be read. */
export const countMax = { all: 10_000, search: 1_000 } as const

export const ProductCount = z.object({
  count: z.int(),
  /** True if more than `count` products match. */
  isCapped: z.boolean(),
  /** The categories that have products, independent of the filter; with a car, those that have products for it. */
  kinds: z.array(openEnum(kindKeys)),
  /** The search as it is probably meant, if little was found as typed. */
  didYouMean: z.optional(z.string()),
  /** The car of the request by its name; absent without one. */
  car: z.optional(z.string()),
})
export type ProductCount = z.output<typeof ProductCount>

/** The models of cars that the page of a part shows at first. */
export const modelsShown = 25

/** What the public page of a product shows. */
export const ProductPage = z.object({
  /** Absent if it is withdrawn. */
  product: z.optional(Product),
  /** The product for sale that took its place; the product is sold until its stock is. */
  replacedBy: z.optional(ListedProduct),
  /** A product that was taken out of the catalogue, with others of its kind. */
  withdrawn: z.optional(
    z.object({
      name: z.string(),
      partNumber: z.optional(z.string()),
      instead: z.array(ListedProduct),
    }),
  ),
  ...ShownNumbers.shape,
  isUniversal: z.boolean(),
  /** By make, model and year, of the first models or of all. */
  fitments: z.array(ShownFitment),
  /** All models that it fits. */
  models: z.int(),
})
export type ProductPage = z.output<typeof ProductPage>

/** The parts for a car, or the cars that there are parts for. */
export const CarPage = z.object({
  ...carPageShape,
  parts: z.array(z.extend(ListedProduct, carPartShape)),
})
export type CarPage = z.output<typeof CarPage>

/** Enough for a pasted order list. */
const lookUpMax = 200

/** What a part number finds. */
const LookedUp = z.object({
  partNumber: z.string(),
  /** The first product with the number, or the one that took its place. */
  product: z.nullable(ListedProduct),
  /** How the product was found; absent if there is none. */
  via: z.optional(Via),
  /** The other products that have the number in the same way; absent if there are none. */
  others: z.optional(z.array(ListedProduct)),
})
export type LookedUp = z.output<typeof LookedUp>

export const products = {
  list: endpoint({
    ...paths.products,
    summary:
      'The catalogue: oldest product first, or what a search finds, best match first; filtered, sorted and by numbered page',
    priorityClass: 'memory',
    query: ProductQuery,
    response: z.array(ListedProduct),
    problems: ['not-found'],
  }),
  found: endpoint({
    method: 'GET',
    path: '/products/found',
    access: 'public',
    summary: 'Number of products that match a filter, up to a limit, and their categories',
    priorityClass: 'memory',
    query: ProductFilter,
    response: ProductCount,
    problems: ['not-found'],
  }),
  suggestions: endpoint({
    ...paths.suggestions,
    summary:
      'Suggestions while a search is typed: the best products, and categories with their counts',
    priorityClass: 'memory',
    query: SuggestionQuery,
    response: Suggestions,
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
  related: endpoint({
    method: 'GET',
    path: '/products/related',
    access: 'public',
    summary: 'Products of the same kind with a similar price, those in stock first',
    priorityClass: 'memory',
    query: z.object({ product: Id }),
    response: z.array(ListedProduct),
  }),
  page: endpoint({
    method: 'GET',
    path: '/products/page',
    access: 'public',
    summary: `Everything on the page of a product: its details and the cars it fits, of ${modelsShown} models or of all`,
    priorityClass: 'memory',
    query: z.object({
      product: Id,
      cars: z.optional(z.literal('all', 'cars is all or left out')),
    }),
    response: ProductPage,
    problems: ['not-found'],
  }),
  forCar: endpoint({
    method: 'GET',
    path: '/products/forCar',
    access: 'public',
    summary:
      'Products that fit a model, in a model year, in a category; at higher levels the makes, models and years with products',
    priorityClass: 'memory',
    query: CarPageQuery,
    response: CarPage,
    problems: ['not-found'],
  }),
  lookUp: endpoint({
    method: 'POST',
    path: '/products/lookup',
    access: 'public',
    summary:
      'Products by part number, OEM, replaced or interchange number or barcode, in any spelling: an answer for each, in the order asked',
    body: z.object({
      partNumbers: z
        .array(z.string().check(z.maxLength(typedNumberMax)))
        .check(z.minLength(1), z.maxLength(lookUpMax, `At most ${lookUpMax} part numbers at once`)),
    }),
    response: z.array(LookedUp),
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
    summary: 'Delete a product from the catalogue; its orders stay',
    params: IdParams,
    response: z.object({ deletedCount: z.number() }),
    problems: ['not-found'],
  }),
}
