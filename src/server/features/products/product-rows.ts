import { allFields, productFields } from '#contract/product-fields.ts'
import type { OptionalField, ProductColumn, ProductField } from '#contract/product-fields.ts'
import type { Product } from '#contract/products.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'

type Fields = typeof productFields
type ColumnValue<F extends ProductField> =
  | NonNullable<Product[F]>
  | (F extends OptionalField ? null : never)

/** The columns of some fields with the values that the database stores. */
export type ColumnsOf<F extends ProductField> = {
  [Name in F as Fields[Name]['column']]: ColumnValue<Name>
}

export type ProductRow = { id: string } & ColumnsOf<ProductField>

export const fieldColumns = allFields.map((name) => productFields[name].column)

/** The columns that a product is read from. */
export const columns = ['id', ...fieldColumns] as const

// Built once: lists map thousands of rows.
const mapping = allFields.map((name) => {
  const { column, stored } = productFields[name]
  return { name, column, isCents: stored === 'cents' }
})

export function toProduct(row: ProductRow): Product {
  const product: Record<string, unknown> = { _id: row.id }
  for (const { name, column, isCents } of mapping) {
    const value = row[column]
    if (value !== null) product[name] = isCents ? toDollars(Number(value)) : value
  }
  // Safe: the table makes both types.
  return product as Product
}

/** The columns of some fields for values of the API. An empty optional value becomes null. */
export const toColumns = <F extends ProductField>(
  names: readonly F[],
  values: { readonly [Name in F]?: string | number | undefined },
) =>
  // Safe: the schemas of the API have checked the values.
  Object.fromEntries(
    names.map((name) => [productFields[name].column, toColumn(name, values[name])]),
  ) as ColumnsOf<F>

/** The value of one field as the database stores it. */
export function toColumn(name: ProductField, value: string | number | undefined) {
  if (value === undefined || value === '') return null
  return productFields[name].stored === 'cents' ? toCents(Number(value)) : value
}

/** The fields by their columns. */
export const fieldOf = Object.fromEntries(
  allFields.map((name) => [productFields[name].column, name]),
  // Safe: each field has a column of its own.
) as Readonly<Record<ProductColumn, ProductField>>
