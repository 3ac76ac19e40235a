import { allFields, listedFields, productFields } from '#contract/products/fields/product-fields.ts'
import type {
  ListedField,
  OptionalField,
  ProductColumn,
  ProductField,
} from '#contract/products/fields/product-fields.ts'
import type { ListedProduct, Product } from '#contract/products/products.ts'
import { toPairs, toRungs } from '#contract/prices/ladder.ts'
import type { Rung } from '#contract/prices/unit-price.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'

type Fields = typeof productFields
type Stored<F extends ProductField> = Fields[F]['stored'] extends 'ladder'
  ? number[]
  : NonNullable<Product[F]>
type ColumnValue<F extends ProductField> = Stored<F> | (F extends OptionalField ? null : never)

/** The columns of some fields with the values that the database stores. */
export type ColumnsOf<F extends ProductField> = {
  [Name in F as Fields[Name]['column']]: ColumnValue<Name>
}

export type ProductRow = { id: string } & ColumnsOf<ProductField>
export type ListedRow = { id: string } & ColumnsOf<ListedField>

export const fieldColumns = allFields.map((name) => productFields[name].column)

/** The columns that a product is read from. */
export const columns = ['id', ...fieldColumns] as const

/** The columns that a product in a list is read from. */
export const listedColumns = [
  'id',
  ...listedFields.map((name) => productFields[name].column),
] as const

/** The stars of the shown reviews and their number; null without reviews. */
export interface RatedRow {
  rated: [stars: number, ratings: number] | null
}

/** {@link RatedRow} of a row of `products`: a subquery, so that filters and sorting keep their plans. */
export const rated = `(
  select array[stars, ratings] from product_ratings where product_id = products.id and ratings > 0)`

const asItIs = (value: unknown) => value

/** What the API answers for the value of a column. */
const valueOf = {
  text: asItIs,
  integer: asItIs,
  cents: (value: unknown) => toDollars(Number(value)),
  // Safe: the type of the column.
  ladder: (value: unknown) => toRungs(value as number[]),
} as const

const columnsOf = (names: readonly ProductField[]) =>
  names.map((name) => {
    const { column, stored } = productFields[name]
    return { name, column, toValue: valueOf[stored] }
  })

// Built once: lists map thousands of rows.
const mapping = columnsOf(allFields)
const listedMapping = columnsOf(listedFields)

function mapRow(row: { id: string } & Partial<ColumnsOf<ProductField>>, fields: typeof mapping) {
  const product: Record<string, unknown> = { _id: row.id }
  for (const { name, column, toValue } of fields) {
    const value = row[column]
    if (value !== null) product[name] = toValue(value)
  }
  return product
}

// Safe: the table makes both types.
export const toProduct = (row: ProductRow) => mapRow(row, mapping) as Product

export const toRated = (row: ProductRow & RatedRow): Product => ({
  ...toProduct(row),
  ...ratingOf(row),
})

export function toListed(row: ListedRow & RatedRow): ListedProduct {
  // Safe: the table makes both types.
  const product = mapRow(row, listedMapping) as ListedProduct
  return row.rated ? { ...product, ...ratingOf(row) } : product
}

/** The average in tenths of a star. */
function ratingOf({ rated }: RatedRow) {
  if (!rated) return {}
  const [stars, ratings] = rated
  return { rating: Math.round((stars / ratings) * 10) / 10, ratings }
}

type Entered = string | number | readonly Rung[] | undefined

/** The columns of some fields for values of the API. An empty optional value becomes null. */
export const toColumns = <F extends ProductField>(
  names: readonly F[],
  values: { readonly [Name in F]?: Entered },
) =>
  // Safe: the schemas of the API have checked the values.
  Object.fromEntries(
    names.map((name) => [productFields[name].column, toColumn(name, values[name])]),
  ) as ColumnsOf<F>

/** The value of one field as the database stores it. */
export function toColumn(name: ProductField, value: Entered) {
  if (value === undefined || value === '') return null
  if (typeof value === 'object') return value.length > 0 ? toPairs(value) : null
  return productFields[name].stored === 'cents' ? toCents(Number(value)) : value
}

/** The fields by their columns. */
export const fieldOf = Object.fromEntries(
  allFields.map((name) => [productFields[name].column, name]),
  // Safe: each field has a column of its own.
) as Readonly<Record<ProductColumn, ProductField>>
