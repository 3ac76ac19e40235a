import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { toDollars } from '#contract/shared/fields.ts'
import { decimal, dollars } from '#contract/formats/formatting.ts'
import { Units } from '#contract/products/manage-products.ts'
import {
  editableInOrder,
  fieldSpec,
  productFields,
} from '#contract/products/fields/product-fields.ts'
import { columnTitles, editedShape } from '#contract/products/fields/shapes.ts'
import type { EditableField, ProductColumn } from '#contract/products/fields/product-fields.ts'
import type { Rung } from '#contract/prices/unit-price.ts'
import { toRungs, writeLadder } from '#contract/prices/ladder.ts'
import { fieldOf, toColumn } from '../products/product-rows.ts'
import { numberProblem } from './number-cells.ts'
import { spoiltNumber } from './spoilt-numbers.ts'

/** The columns that an import sets. It changes the stock apart from them. */
export const details = editableInOrder.map((name) => productFields[name].column)
export type Detail = (typeof details)[number]

export type Value = string | number | readonly number[] | null
type Read = { value: Value } | { problem: string }

type Entered = { value: string | number | Rung[] | undefined } | { problem: string }

const reading =
  (schema: z.ZodMiniType<string | number | Rung[] | undefined>) =>
  (cell: string): Entered => {
    const parsed = z.safeParse(schema, cell)
    return parsed.success
      ? { value: parsed.data }
      : { problem: parsed.error.issues[0]?.message ?? 'This cannot be read' }
  }

/** Reads a cell that names a choice by its key or title. */
function readingChoice(name: EditableField, choices: Readonly<Record<string, string>>) {
  const keys = new Map([
    ['', ''],
    ...Object.entries(choices).flatMap(([key, title]) => [
      [key, key] as const,
      [title.toLowerCase(), key] as const,
    ]),
  ])
  const read = reading(editedShape[name])
  const title = productFields[name].title.toLowerCase()
  const problem = `The ${title}s are: ${Object.values(choices).join(', ')}`
  return (cell: string): Entered => {
    const key = keys.get(cell.toLowerCase())
    return key === undefined ? { problem } : read(key)
  }
}

const none = () => undefined

/** What makes a cell of a file doubtful that the field of a form would take. */
function problemOfCell(name: EditableField): (cell: string) => string | undefined {
  const { stored } = fieldSpec(name)
  if (name === 'partNumber') return spoiltNumber
  return stored === 'cents' || stored === 'integer' ? numberProblem : none
}

function reader(name: EditableField): (cell: string) => Read {
  const { choices } = fieldSpec(name)
  const read = choices ? readingChoice(name, choices) : reading(editedShape[name])
  const problemOf = problemOfCell(name)
  return (cell) => {
    const problem = problemOf(cell.trim())
    if (problem !== undefined) return { problem }
    const entered = read(cell.trim())
    return 'problem' in entered ? entered : { value: toColumn(name, entered.value) }
  }
}

// Safe: one entry for each of the columns.
const readers = Object.fromEntries(
  editableInOrder.map((name) => [productFields[name].column, reader(name)]),
) as Record<Detail, (cell: string) => Read>

/** The value of a cell as the database stores it. */
export const readCell = (column: Detail, cell: string): Read => readers[column](cell)

const readStock = reading(Units)

export function readUnits(cell: string) {
  const problem = numberProblem(cell.trim())
  if (problem !== undefined) return { problem }
  // Safe: the schema makes a number.
  return readStock(cell.trim()) as { value: number } | { problem: string }
}

/** The content of a cell: amounts as '1250.00', choices by their titles. Whole numbers stay numbers. */
export function cellValue(column: ProductColumn, value: Value | undefined): string | number {
  if (value === null || value === undefined) return ''
  const { stored, choices } = fieldSpec(fieldOf[column])
  if (stored === 'cents') return decimal(toDollars(Number(value)))
  if (typeof value === 'object') return writeLadder(toRungs(value), ';')
  return choices?.[value] ?? value
}

export const cellOf = (column: ProductColumn, value: Value | undefined) =>
  String(cellValue(column, value))

/** A value for people: amounts as '$1,250.00', all else as in a cell. */
export const shownValue = (column: ProductColumn, value: Value | undefined) =>
  typeof value === 'number' && fieldSpec(fieldOf[column]).stored === 'cents'
    ? dollars(toDollars(value))
    : cellOf(column, value)

/** The value of a column in a JSON object that has the columns as keys. */
function columnIn(json: RawBuilder<unknown>, column: Detail) {
  const text = sql`${json} ->> ${sql.lit(column)}`
  const { stored } = productFields[fieldOf[column]]
  if (stored === 'text') return text
  return stored === 'ladder'
    ? sql`translate(${text}, '[]', '{}')::integer[]`
    : sql`(${text})::integer`
}

/** The details of the product `p`, as `before` and `after` of a row have them. */
export const current = sql`jsonb_build_object(${sql.join(
  details.flatMap((column) => [sql.lit(column), sql.ref(`p.${column}`)]),
)})`

/** The condition that the product `p` still has the values that a row was checked with. */
export const isAsChecked = sql`(${current} @> r.before and ${sql.join(
  // The whole of a list, of which `@>` compares the parts.
  details
    .filter((column) => productFields[fieldOf[column]].stored === 'ladder')
    .map((column) => {
      const key = sql.lit(column)
      return sql`(not r.before ? ${key} or ${current} -> ${key} = r.before -> ${key})`
    }),
  sql` and `,
)})`

/** Sets the columns of the product `p` that a JSON object has. */
export const assigned = (json: RawBuilder<unknown>) =>
  sql.join(
    details.map(
      (column) => sql`${sql.ref(column)} = case when ${json} ? ${sql.lit(column)}
        then ${columnIn(json, column)} else ${sql.ref(`p.${column}`)} end`,
    ),
  )

export const detailColumns = sql.join(details.map((column) => sql.ref(column)))

/** The values of {@link detailColumns} in a JSON object. */
export const detailsIn = (json: RawBuilder<unknown>) =>
  sql.join(details.map((column) => columnIn(json, column)))

/** The title of the column whose name is in the SQL expression, within a sentence. */
export const titleInSentence = (column: RawBuilder<unknown>) =>
  sql`case ${column} ${sql.join(
    details.map(
      (each) => sql`when ${sql.lit(each)} then ${sql.lit(columnTitles[each].toLowerCase())}`,
    ),
    sql` `,
  )} end`
