import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { Id, IdParams, orEmpty, text } from '../shared/fields.ts'
import { PartNumber, partKey } from '../shared/part-number.ts'

/** The kinds of numbers that a product has beside its own, with their names. */
export const numberKinds = {
  oem: 'OEM number',
  interchange: 'Interchange number',
  replaced: 'Replaced number',
  barcode: 'Barcode',
} as const
export type NumberKind = keyof typeof numberKinds

// Safe: the keys of a constant.
export const numberKindNames = Object.keys(numberKinds) as NumberKind[]

/** The most numbers of a product, by hand and by a file. */
export const numbersMax = 200

export const numberMessages = {
  noNumber: 'A number has letters or digits',
  twice: 'This number is listed twice',
  circle: 'This part was itself replaced by that one, directly or through others',
  tooOften: 'A part is replaced at most ten times in a row',
  unknownSuccessor: 'There is no such part',
  itself: 'A part cannot replace itself, directly or through others',
} as const

const NumberText = PartNumber.check(
  z.refine((number) => partKey(number) !== '', numberMessages.noNumber),
)

/** Whose number it is: a car maker or a maker of parts. */
const NumberBrand = orEmpty(text('Must not be blank', { max: 60 }))

export const ProductNumber = z.object({
  kind: z.enum(numberKindNames, `kind is ${numberKindNames.join(', ')}`),
  brand: NumberBrand,
  number: NumberText,
})
export type ProductNumber = z.output<typeof ProductNumber>

/** Equal for two numbers of which a product has only one. */
export const numberIdentity = ({ kind, brand, number }: ProductNumber) =>
  JSON.stringify([kind, brand.toLowerCase(), partKey(number)])

const eachNumberOnce = z.check<ProductNumber[]>(({ value, issues }) => {
  const known = new Set<string>()
  for (const [index, each] of value.entries()) {
    const identity = numberIdentity(each)
    if (known.has(identity)) {
      issues.push({
        code: 'custom',
        message: numberMessages.twice,
        path: [index, 'number'],
        input: each.number,
      })
    }
    known.add(identity)
  }
})

/** A product that replaces another one, or is replaced by it. */
export const Replacement = z.object({
  _id: Id,
  name: z.string(),
  partNumber: z.optional(z.string()),
})
export type Replacement = z.output<typeof Replacement>

/** The numbers of a product, and what it replaces. */
export const ShownNumbers = z.object({
  /** By kind, brand and number. */
  numbers: z.array(ProductNumber),
  /** The products that were replaced by it, directly or through others; the latest first. */
  replaces: z.array(Replacement),
})
export type ShownNumbers = z.output<typeof ShownNumbers>

export const ManagedNumbers = z.extend(ShownNumbers, {
  replacedBy: z.nullable(Replacement),
  /** Differs after each change, so that a change of another admin is not overwritten unseen. */
  version: z.string(),
})
export type ManagedNumbers = z.output<typeof ManagedNumbers>

/** The numbers of a product and its successor, as a whole. */
export const NumbersChange = z.object({
  numbers: z
    .array(ProductNumber)
    .check(z.maxLength(numbersMax, `At most ${numbersMax} numbers`), eachNumberOnce),
  /** The product that takes its place; null for none. */
  replacedBy: z.nullable(Id),
  /** The version that the admin saw. */
  seen: z.string().check(z.maxLength(100)),
})
export type NumbersChange = z.output<typeof NumbersChange>

/** Numbers of products beside their own. */
export const productNumbers = {
  managed: endpoint({
    method: 'GET',
    path: '/manage/product/{id}/numbers',
    access: 'admin',
    summary: 'The numbers of a product beside its own, and the product that replaced it',
    params: IdParams,
    response: ManagedNumbers,
    problems: ['not-found'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/manage/product/{id}/numbers',
    access: 'admin',
    summary:
      'The numbers of a product and its successor, as a whole, unless somebody else has changed them',
    params: IdParams,
    body: NumbersChange,
    response: ManagedNumbers,
    problems: ['not-found', 'changed-meanwhile'],
  }),
}
