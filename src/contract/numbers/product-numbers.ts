import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { Id, IdParams, orEmpty, text } from '../shared/fields.ts'
import { PartNumber, partKey } from '../shared/part-number.ts'
import { shortestGtin } from './gtin.ts'
import { openEnum } from '../shared/open-enum.ts'

/** The kinds of a product's other numbers, with their names. */
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
  noNumber: 'A number needs letters or digits',
  twice: 'This number is listed twice',
  circle: 'That part was itself replaced by this one, directly or through others',
  tooOften: 'At most ten parts can replace each other in a row',
  unknownSuccessor: 'No such part',
  itself: 'A part cannot replace itself, directly or through others',
} as const

const NumberText = PartNumber.check(
  z.refine((number) => partKey(number) !== '', numberMessages.noNumber),
)

/** Whose number it is: a car maker or a maker of parts. */
const NumberBrand = orEmpty(text('Must not be blank', { max: 60 }))

const keyOfKind = ({ kind, number }: Pick<StoredNumber, 'kind' | 'number'>) =>
  kind === 'barcode' ? shortestGtin(partKey(number)) : partKey(number)

/** A barcode is stored in its shortest length, so that a part has it once. */
export const ProductNumber = z
  .object({
    kind: z.enum(numberKindNames, `kind is ${numberKindNames.join(', ')}`),
    brand: NumberBrand,
    number: NumberText,
  })
  .check(
    z.overwrite((typed) => {
      const key = keyOfKind(typed)
      return key === partKey(typed.number) ? typed : { ...typed, number: key }
    }),
  )
export type ProductNumber = z.output<typeof ProductNumber>

/** Equal for numbers that a product can have only once. */
export const numberIdentity = ({ kind, brand, number }: StoredNumber) =>
  JSON.stringify([kind, brand.toLowerCase(), keyOfKind({ kind, number })])

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

/** A number in a response. */
const StoredNumber = z.object({
  kind: openEnum(numberKindNames),
  brand: z.string(),
  number: z.string(),
})
export type StoredNumber = z.output<typeof StoredNumber>

/** The numbers of a product, and what it replaces. */
export const ShownNumbers = z.object({
  /** By kind, brand and number. */
  numbers: z.array(StoredNumber),
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
    summary: 'The other numbers of a product, and the product that replaced it',
    params: IdParams,
    response: ManagedNumbers,
    problems: ['not-found'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/manage/product/{id}/numbers',
    access: 'admin',
    summary:
      'Replace the numbers and the successor of a product, unless somebody else has changed them',
    params: IdParams,
    body: NumbersChange,
    response: ManagedNumbers,
    problems: ['not-found', 'changed-meanwhile'],
  }),
}
