import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dollars, Id, IdParams, numeric, PageQuery, PictureUrl, text } from './fields.ts'

export const messages = {
  nameInvalid: 'Provide a valid Name',
  imageRequired: 'Image is Required',
  added: (name: string) => `Product ${name} add successfully`,
  addFailed: (name: string) => `Product ${name} add to failed`,
  deleted: (name: string) => `Product: ${name} is deleted`,
} as const

/** Below five cents an order of the smallest quantity would be less than the card provider charges. */
const priceMin = 0.05
const priceMax = 999_999.99
const quantityMax = 1_000_000

export const Product = z.object({
  _id: Id,
  name: z.string(),
  price: z.number(),
  quantity: z.int(),
  description: z.string(),
  img: z.string(),
})
export type Product = z.infer<typeof Product>

const tooShort = 'Must be 2 characters or longer'

export const NewProduct = z.object({
  name: text('Name is Required', {
    min: 3,
    max: 120,
    tooShort: 'Must be 3 characters or longer',
  }).check(z.regex(/^\p{L}/u, messages.nameInvalid)),
  price: dollars(`A price from $${priceMin} to $${priceMax}`, {
    min: priceMin,
    max: priceMax,
    required: 'Price is Required',
    tooShort,
  }),
  quantity: numeric('A whole number of units', {
    required: 'Quantity is Required',
    tooShort,
  }).check(
    z.refine(
      (value: number) => Number.isInteger(value) && value >= 0 && value <= quantityMax,
      `A whole number from 0 to ${quantityMax}`,
    ),
  ),
  description: text('Description is Required', {
    min: 5,
    max: 4000,
    tooShort: 'Must be 5 characters or longer',
  }),
  img: PictureUrl(messages.imageRequired),
})
export type NewProduct = z.infer<typeof NewProduct>

export const ProductQuery = z.extend(PageQuery, {
  sort: z.optional(z.enum(['oldest', 'newest'], 'sort is oldest or newest')),
})
export type ProductQuery = z.infer<typeof ProductQuery>

export const products = {
  list: endpoint({
    method: 'GET',
    path: '/products',
    access: 'public',
    summary: 'The catalogue, oldest product first unless sorted otherwise',
    lane: 'memory',
    query: ProductQuery,
    response: z.array(Product),
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
  add: endpoint({
    method: 'POST',
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
