import { products } from '#contract/products/products.ts'
import { reviews } from '#contract/reviews.ts'
import { interchangeNumberOf, oemNumberOf } from './many-numbers.ts'
import { partNumberOf, rareWord } from './many-rows.ts'
import type { TestShop } from '../shop.ts'

type Call =
  Parameters<TestShop['call']> extends [unknown, ...infer Rest]
    ? (...args: Rest) => Promise<unknown>
    : never

/** A call, and what it reads. */
type NamedRead = [string, () => Promise<unknown>]

/** Every way in which visitors read a large catalogue; `at` is a product of its middle. */
export const publicReads = (call: Call, at: string): NamedRead[] => [
  ['a product', () => call(products.one, { params: { id: at } })],
  ['similar products', () => call(products.related, { query: { product: at } })],
  [
    'products by part number',
    () => call(products.lookUp, { body: { partNumbers: [partNumberOf(1), 'ap 0000777'] } }),
  ],
  [
    'products by 200 numbers of every kind',
    () =>
      call(products.lookUp, {
        body: {
          partNumbers: Array.from(
            { length: 200 },
            (_, n) => [partNumberOf, oemNumberOf, interchangeNumberOf][n % 3]?.(1 + n * 50) ?? '',
          ),
        },
      }),
  ],
  ['the catalogue', () => call(products.list, { query: { limit: 24 } })],
  ['the whole catalogue', () => call(products.list, { query: {} })],
  ['a page of the catalogue', () => call(products.list, { query: { limit: 24, after: at } })],
  ['the newest', () => call(products.list, { query: { limit: 24, sort: 'newest' } })],
  [
    'a page of the newest',
    () => call(products.list, { query: { limit: 24, sort: 'newest', after: at } }),
  ],
  ...(
    [
      { kind: 'brakes' },
      { minPrice: 10, maxPrice: 10.01 },
      { maxPrice: 50 },
      { inStock: 'true' },
      { kind: 'brakes', minPrice: 20, inStock: 'true' },
      { q: 'brake', kind: 'brakes', maxPrice: 50 },
      { q: rareWord, kind: 'body', inStock: 'true' },
    ] as const
  ).flatMap((filter): NamedRead[] => [
    [
      `how many products ${JSON.stringify(filter)} shows`,
      () => call(products.found, { query: filter }),
    ],
    ...(['oldest', 'lowest-price', 'highest-price', 'name'] as const).map((sort): NamedRead => [
      `products ${JSON.stringify(filter)} by ${sort}`,
      () => call(products.list, { query: { ...filter, sort, limit: 24, page: 2 } }),
    ]),
  ]),
  ['how many products there are', () => call(products.found, { query: {} })],
  ...(['lowest-price', 'highest-price', 'name'] as const).map((sort): NamedRead => [
    `a page of products by ${sort}`,
    () => call(products.list, { query: { sort, limit: 24, after: at } }),
  ]),
  ['reviews', () => call(reviews.list, { query: { limit: 10 } })],
  ['reviews of a product', () => call(reviews.list, { query: { limit: 10, product: at } })],
]
