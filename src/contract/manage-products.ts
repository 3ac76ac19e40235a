import * as z from 'zod/mini'
import { endpoint } from './shared/endpoint.ts'
import { IdParams, NumberedPage, numeric, orEmpty, PageQuery, text } from './shared/fields.ts'
import { editableFields, quantityMax } from './product-fields/product-fields.ts'
import { editedShape, valueShape } from './product-fields/shapes.ts'
import { Product } from './products.ts'

/** The admin's lists: live products, live products below the minimum order, archived products. */
export const productTabs = ['live', 'short', 'archived'] as const
export type ProductTab = (typeof productTabs)[number]

export const productSorts = ['added', 'name', 'price', 'stock'] as const
export type ProductSort = (typeof productSorts)[number]

/** Filter and order of the list. The default is live products, newest first. */
export const ProductFilter = z.object({
  tab: z.optional(z.enum(productTabs)),
  q: PageQuery.shape.q,
  sort: z.optional(z.enum(productSorts)),
  direction: z.optional(z.enum(['asc', 'desc'])),
})
export type ProductFilter = z.output<typeof ProductFilter>

export const ManagedProduct = z.extend(Product, { archivedAt: z.nullable(z.string()) })
export type ManagedProduct = z.infer<typeof ManagedProduct>

export const ProductCounts = z.object({
  counts: z.object({ live: z.number(), short: z.number(), archived: z.number() }),
  /** True if a count has reached its limit. */
  isCapped: z.boolean(),
})
export type ProductCounts = z.output<typeof ProductCounts>

const reasonRules = { min: 3, max: 200, tooShort: 'Must be 3 characters or longer' } as const

/** The details that an admin may change. The stock changes by a call of its own. */
export const ProductDetails = z.object({
  ...editedShape,
  reason: z.optional(orEmpty(text('Reason is Required', reasonRules))),
})
export type ProductDetails = z.output<typeof ProductDetails>

/** The details that the admin saw, so that a change of another admin is not overwritten unseen. */
const SeenDetails = z.object(valueShape(editableFields))

export const ProductChange = z.extend(ProductDetails, { seen: SeenDetails })
export type ProductChange = z.output<typeof ProductChange>

const wholeUnits = `A whole number from 0 to ${quantityMax}`

/** A counted stock. */
export const Units = numeric(wholeUnits, { required: 'Units are Required' }).check(
  z.refine(
    (value: number) => Number.isInteger(value) && value >= 0 && value <= quantityMax,
    wholeUnits,
  ),
)

const units = `A whole number, at most ${quantityMax}`

export const StockChange = z.object({
  /** Units added, or removed if negative. A difference keeps sales that happen meanwhile. */
  delta: numeric(units, { required: 'Units are Required' }).check(
    z.refine(
      (value: number) => Number.isInteger(value) && Math.abs(value) <= quantityMax && value !== 0,
      units,
    ),
  ),
  reason: text('Reason is Required', reasonRules),
  /** The expected stock, for a change that comes from a count. */
  seen: z.optional(z.int().check(z.minimum(0), z.maximum(2_147_483_647))),
})
export type StockChange = z.output<typeof StockChange>

const Modified = z.object({ modifiedCount: z.number() })

/** Calls for admins that the specification does not have. */
export const manageProducts = {
  list: endpoint({
    method: 'GET',
    path: '/manage/products',
    access: 'admin',
    summary: 'A numbered page of the products in the shop, or of those that were taken out',
    query: z.extend(ProductFilter, NumberedPage.shape),
    response: z.array(ManagedProduct),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/manage/products/counts',
    access: 'admin',
    summary: 'How many products each list has, of all or of those a search finds',
    query: z.object({ q: PageQuery.shape.q }),
    response: ProductCounts,
  }),
  one: endpoint({
    method: 'GET',
    path: '/manage/product/{id}',
    access: 'admin',
    summary: 'One product, in the shop or taken out of it',
    params: IdParams,
    response: ManagedProduct,
    problems: ['not-found'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/manage/product/{id}',
    access: 'admin',
    summary: 'Change what is written about a product, unless somebody else has changed the same',
    params: IdParams,
    body: ProductChange,
    response: Modified,
    problems: ['not-found', 'duplicate', 'changed-meanwhile'],
  }),
  stock: endpoint({
    method: 'POST',
    path: '/manage/product/{id}/stock',
    access: 'admin',
    summary: 'Add units to the stock of a product or take some out, with the reason',
    params: IdParams,
    body: StockChange,
    response: z.object({ quantity: z.int() }),
    problems: ['not-found', 'insufficient-stock', 'changed-meanwhile'],
    idempotent: true,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/manage/product/{id}/restore',
    access: 'admin',
    summary: 'Bring a product that was deleted back into the shop',
    params: IdParams,
    response: Modified,
    problems: ['not-found', 'duplicate'],
  }),
}
