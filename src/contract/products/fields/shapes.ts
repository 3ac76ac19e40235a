import * as z from 'zod/mini'
import { PriceBreak } from '../../prices/ladder.ts'
import {
  allFields,
  editableFields,
  fieldsInOrder,
  fieldSpec,
  productFields,
} from './product-fields.ts'
import type {
  EditableField,
  OptionalField,
  ProductColumn,
  ProductField,
  ProductFields,
} from './product-fields.ts'

/** The values of a column in the API. Cents are dollars there. */
const valueSchemas = {
  text: z.string(),
  integer: z.int(),
  cents: z.number(),
  ladder: z.array(PriceBreak),
} as const

const entriesOf = <Name extends ProductField, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
) => names.map((name) => [name, make(name)] as const)

type Values = typeof valueSchemas
type Optional<F extends ProductField, Schema extends z.ZodMiniType> = F extends OptionalField
  ? z.ZodMiniOptional<Schema>
  : Schema
type ValueShape<F extends ProductField> = {
  [Name in F]: Optional<Name, Values[ProductFields[Name]['stored']]>
}
type Edited<F extends ProductField> = ProductFields[F] extends {
  edited: infer Schema extends z.ZodMiniType
}
  ? Schema
  : ProductFields[F]['entered']

const optional = (name: ProductField, schema: z.ZodMiniType) =>
  fieldSpec(name).isOptional ? z.optional(schema) : schema

/** The schemas of some fields as the API answers them. */
export const valueShape = <F extends ProductField>(names: readonly F[]) =>
  // Safe: the type repeats what the table says of each field.
  Object.fromEntries(
    entriesOf(names, (name) => optional(name, valueSchemas[productFields[name].stored])),
  ) as ValueShape<F>

/** The schemas of all fields as an admin enters them for a new product. */
export const enteredShape = Object.fromEntries(
  entriesOf(allFields, (name) => optional(name, productFields[name].entered)),
  // Safe: the type repeats what the table says of each field.
) as { [F in ProductField]: Optional<F, ProductFields[F]['entered']> }

const editedSchema = (name: ProductField) => {
  const { edited, entered } = fieldSpec(name)
  return optional(name, edited ?? entered)
}

/** The schemas of the editable fields as an admin enters them for a product that exists. */
export const editedShape = Object.fromEntries(
  entriesOf(editableFields, editedSchema),
  // Safe: the type repeats what the table says of each field.
) as { [F in EditableField]: Optional<F, Edited<F>> }

/** The heading of each column, in the order of files and forms. */
export const columnTitles = Object.fromEntries(
  fieldsInOrder.map((name) => [productFields[name].column, productFields[name].title]),
  // Safe: the columns of all fields.
) as Readonly<Record<ProductColumn, string>>
