import * as z from 'zod/mini'
import type { FieldSpec } from './field-spec.ts'
import { MorePictures, optionalNumber, optionalText, Size } from './inputs.ts'
import { dollars, multilineText, numeric, orEmpty, PictureUrl, text } from '../../shared/fields.ts'
import { dollars as formatDollars } from '../../formats/formatting.ts'
import { mixedWord } from '../../formats/visible-text.ts'
import { EnteredLadder } from '../../prices/ladder.ts'
import { PartNumber } from '../../shared/part-number.ts'
import { pictureTextMax } from '../../shared/pictures.ts'
import {
  conditionKeys,
  kindKeys,
  productConditions,
  productKinds,
} from '../../shared/product-kinds.ts'
import { quantityMin } from '../../shared/quantity.ts'
import { specifiedMessages } from '../../shared/specified-messages.ts'

/** Below five cents an order of the default minimum would be less than the card provider charges. */
const priceMin = 0.05
export const priceMax = 999_999.99
export const quantityMax = 1_000_000

/** The most units of a minimum order and of a pack. */
const orderRuleMax = 10_000

const tooShort = 'Must be 2 characters or longer'
const priceRules = {
  min: priceMin,
  max: priceMax,
  required: specifiedMessages.orders.quantityRequired,
} as const
const priceMessage = `A price from ${formatDollars(priceMin)} to ${formatDollars(priceMax)}`

/**
 * The fields of a product, each described once. Schemas (`shapes.ts`), the mapping of rows, SQL of imports, files,
 * forms, drafts, the preview and the labels of the audit log derive from this table.
 */
export const productFields = {
  name: {
    column: 'name',
    stored: 'text',
    title: 'Name',
    position: 10,
    entered: text(specifiedMessages.accounts.nameRequired, {
      min: 3,
      max: 120,
      isPrinted: true,
      tooShort: specifiedMessages.accounts.nameTooShort,
    }).check(
      z.regex(/^\p{L}/u, specifiedMessages.products.nameInvalid),
      z.refine((name) => mixedWord(name) === undefined, {
        error: ({ input }) =>
          `“${mixedWord(String(input))}” has letters of two alphabets that look alike`,
      }),
    ),
  },
  price: {
    column: 'price_cents',
    stored: 'cents',
    title: 'Price',
    position: 40,
    entered: dollars(priceMessage, { ...priceRules, tooShort }),
    edited: dollars(priceMessage, priceRules),
    input: { hint: 'Dollars per unit, such as 18.79' },
  },
  quantity: {
    column: 'quantity',
    stored: 'integer',
    isStock: true,
    title: 'Stock',
    position: 50,
    entered: numeric('A whole number of units', {
      required: 'Quantity is Required',
      tooShort,
    }).check(
      z.refine(
        (value: number) => Number.isInteger(value) && value >= 0 && value <= quantityMax,
        `A whole number from 0 to ${quantityMax}`,
      ),
    ),
    input: {
      label: 'Quantity',
      hint: 'Units in stock',
    },
  },
  description: {
    column: 'description',
    stored: 'text',
    title: 'Description',
    position: 60,
    entered: multilineText(specifiedMessages.reviews.descriptionRequired, {
      min: 5,
      max: 4000,
      tooShort: 'Must be 5 characters or longer',
    }),
    input: { widget: 'lines' },
  },
  img: {
    column: 'img',
    stored: 'text',
    title: 'Picture',
    position: 70,
    entered: PictureUrl(specifiedMessages.products.imageRequired),
    input: { widget: 'picture', label: 'Image', hint: 'JPEG, PNG, WebP or AVIF, up to 8 MB' },
  },
  /** As printed on the part. */
  partNumber: {
    column: 'part_number',
    stored: 'text',
    isOptional: true,
    isFact: true,
    title: 'Part number',
    position: 20,
    entered: PartNumber,
    input: { hint: 'Found with or without dashes and spaces', isCode: true },
  },
  /** A key of `product-kinds.ts`. A later version may know more of them. */
  kind: {
    column: 'kind',
    stored: 'text',
    isOptional: true,
    title: 'Kind',
    position: 30,
    entered: z.enum([...kindKeys, ''], 'Choose a kind from the list'),
    choices: productKinds,
  },
  brand: {
    column: 'brand',
    stored: 'text',
    isOptional: true,
    isFact: true,
    title: 'Brand',
    position: 22,
    entered: optionalText(60),
    input: { hint: 'The maker of the part' },
  },
  /** Units. Null stands for the default minimum. */
  minimumOrder: {
    column: 'minimum_order',
    stored: 'integer',
    isOptional: true,
    title: 'Minimum order',
    position: 52,
    entered: optionalNumber(orderRuleMax),
    input: { hint: `Units of the smallest order; ${quantityMin} if empty` },
  },
  /** Units. */
  packSize: {
    column: 'pack_size',
    stored: 'integer',
    isOptional: true,
    title: 'Pack size',
    position: 54,
    entered: optionalNumber(orderRuleMax),
    input: {
      hint: 'Orders are multiples of it; any number of units if empty',
    },
  },
  condition: {
    column: 'condition',
    stored: 'text',
    isOptional: true,
    isFact: true,
    isDetail: true,
    title: 'Condition',
    position: 32,
    entered: z.enum([...conditionKeys, ''], 'Choose a condition from the list'),
    choices: productConditions,
  },
  weightGrams: {
    column: 'weight_grams',
    stored: 'integer',
    isOptional: true,
    isFact: true,
    isDetail: true,
    title: 'Weight (g)',
    position: 61,
    entered: optionalNumber(10_000_000),
    input: { hint: 'Grams of one unit with its packing, such as 1250' },
  },
  sizeMm: {
    column: 'size_mm',
    stored: 'text',
    isOptional: true,
    isFact: true,
    isDetail: true,
    title: 'Size (mm)',
    position: 62,
    entered: Size,
    input: { hint: 'Length × width × height in millimetres, such as 420 × 180 × 60' },
  },
  warrantyMonths: {
    column: 'warranty_months',
    stored: 'integer',
    isOptional: true,
    isFact: true,
    isDetail: true,
    title: 'Warranty (months)',
    position: 63,
    entered: optionalNumber(240),
    input: { hint: 'Months from the purchase, such as 24' },
  },
  inTheBox: {
    column: 'in_the_box',
    stored: 'text',
    isOptional: true,
    isFact: true,
    isDetail: true,
    title: 'In the box',
    position: 64,
    entered: orEmpty(multilineText('Must not be blank', { max: 1000 })),
    input: { widget: 'lines', hint: 'One item on each line' },
  },
  /** Describes the first picture; the name of the product does if it is empty. */
  imgAlt: {
    column: 'img_alt',
    stored: 'text',
    isOptional: true,
    isDetail: true,
    title: 'Picture text',
    position: 71,
    entered: optionalText(pictureTextMax),
    input: { widget: 'pictures' },
  },
  morePictures: {
    column: 'more_pictures',
    stored: 'text',
    isOptional: true,
    isDetail: true,
    title: 'More pictures',
    position: 72,
    entered: orEmpty(MorePictures),
    input: { widget: 'pictures' },
  },
  /** Prices from a number of units on. */
  breaks: {
    column: 'breaks',
    stored: 'ladder',
    isOptional: true,
    title: 'Breaks',
    position: 41,
    entered: EnteredLadder,
    input: { widget: 'rungs', label: 'Price breaks', hint: 'Lower prices of larger quantities' },
  },
} as const satisfies Record<string, FieldSpec>

export type ProductFields = typeof productFields
export type ProductField = keyof ProductFields
export type ProductColumn = ProductFields[ProductField]['column']

type FieldsWith<Property> = {
  [F in ProductField]: ProductFields[F] extends Property ? F : never
}[ProductField]
export type OptionalField = FieldsWith<{ isOptional: true }>
export type NumberField = FieldsWith<{ stored: 'integer' | 'cents' }>
export type FactField = FieldsWith<{ isFact: true }>
export type ListedField = Exclude<ProductField, FieldsWith<{ isDetail: true }>>
/** Facts of cards; the other ones are shown with one product only. */
export type CardFact = Extract<FactField, ListedField>
export type EditableField = Exclude<ProductField, FieldsWith<{ isStock: true }>>

/** A field by its name, with the properties that only some fields have. */
export const fieldSpec = (name: ProductField): FieldSpec => productFields[name]

// Safe: the keys of a constant.
const fieldNames = Object.keys(productFields) as ProductField[]

const isEditable = (name: ProductField): name is EditableField => !fieldSpec(name).isStock
const isListed = (name: ProductField): name is ListedField => !fieldSpec(name).isDetail
const isFact = (name: ProductField): name is FactField => fieldSpec(name).isFact === true
const byPosition = (one: ProductField, other: ProductField) =>
  productFields[one].position - productFields[other].position

/** In the order of the API. */
export const allFields: readonly ProductField[] = fieldNames
/** The fields that lists show, in the order of the API. */
export const listedFields: readonly ListedField[] = fieldNames.filter(isListed)
export const editableFields: readonly EditableField[] = fieldNames.filter(isEditable)
export const factFields: readonly FactField[] = fieldNames.filter(isFact)
export const cardFacts: readonly CardFact[] = factFields.filter((name): name is CardFact =>
  isListed(name),
)

/** In the order of files and forms. */
export const fieldsInOrder: readonly ProductField[] = fieldNames.toSorted(byPosition)
export const editableInOrder: readonly EditableField[] = fieldsInOrder.filter(isEditable)
