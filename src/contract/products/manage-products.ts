import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { IdParams, NumberedPage, numeric, orEmpty, PageQuery, text } from '../shared/fields.ts'
import { editableFields, quantityMax } from './fields/product-fields.ts'
import { editedShape, valueShape } from './fields/shapes.ts'
import { Product } from './products.ts'

/** The admin's lists: live products, live products below the minimum order, archived products. */
const productTabs = ['live', 'short', 'archived'] as const
export type ProductTab = (typeof productTabs)[number]

const productSorts = ['added', 'name', 'price', 'stock'] as const
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
    summary: 'Products in the shop, or deleted ones, by numbered page',
    query: z.extend(ProductFilter, NumberedPage.shape),
    response: z.array(ManagedProduct),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/manage/products/counts',
    access: 'admin',
    summary: 'Number of products in each tab, of all or of those that match a search',
    query: z.object({ q: PageQuery.shape.q }),
    response: ProductCounts,
  }),
  one: endpoint({
    method: 'GET',
    path: '/manage/product/{id}',
    access: 'admin',
    summary: 'One product, deleted or not',
    params: IdParams,
    response: ManagedProduct,
    problems: ['not-found'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/manage/product/{id}',
    access: 'admin',
    summary: 'Change the details of a product, unless somebody else has changed the same ones',
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
    summary: 'Restore a deleted product',
    params: IdParams,
    response: Modified,
    problems: ['not-found', 'duplicate'],
  }),
}
