import * as z from 'zod/mini'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import type { csvColumns } from '#contract/imports.ts'
import { ProductDetails, Units } from '#contract/manage-products.ts'
import { PartNumber } from '#contract/shared/part-number.ts'
import { productKinds } from '#contract/shared/product-kinds.ts'
import type { ProductRow } from '../products/queries.ts'

/** What is written about a product: what an import sets. The stock, which it changes, is apart. */
export const details = [
  'name',
  'part_number',
  'kind',
  'price_cents',
  'description',
  'img',
] as const satisfies (keyof ProductRow & keyof typeof csvColumns)[]
export type Detail = (typeof details)[number]

type Value = string | number | null
type Read = { value: Value } | { problem: string }

const kindByText = new Map<string, string>(
  Object.entries(productKinds).flatMap(([key, title]) => [
    [key, key],
    [title.toLowerCase(), key],
  ]),
)

const reading = (schema: z.ZodMiniType) => (cell: string) => {
  const parsed = z.safeParse(schema, cell)
  return parsed.success
    ? { value: parsed.data }
    : { problem: parsed.error.issues[0]?.message ?? 'This cannot be read' }
}

const { name, price, description, img } = ProductDetails.shape

const readers: Record<Detail, (cell: string) => { value: unknown } | { problem: string }> = {
  name: reading(name),
  part_number: reading(
    z.pipe(
      PartNumber,
      z.transform((typed) => typed || null),
    ),
  ),
  kind(cell) {
    if (cell.trim() === '') return { value: null }
    const kind = kindByText.get(cell.trim().toLowerCase())
    return kind
      ? { value: kind }
      : { problem: `The kinds are: ${Object.values(productKinds).join(', ')}` }
  },
  price_cents: reading(z.pipe(price, z.transform(toCents))),
  description: reading(description),
  img: reading(img),
}

/** What a cell says, as the database keeps it. */
export const readCell = (column: Detail, cell: string): Read =>
  // Safe: the schemas make texts and numbers.
  readers[column](column === 'price_cents' ? cell.trim() : cell) as Read

const readStock = reading(Units)

export const readUnits = (cell: string) =>
  // Safe: the schema makes a number.
  readStock(cell.trim()) as { value: number } | { problem: string }

/** A product's field as the file has it. */
export function cellOf(column: Detail, value: Value | undefined): string {
  if (value === null || value === undefined) return ''
  if (column === 'price_cents') return String(toDollars(Number(value)))
  if (column === 'kind') return productKinds[value as keyof typeof productKinds] ?? String(value)
  return String(value)
}
