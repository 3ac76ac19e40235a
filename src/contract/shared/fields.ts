import * as z from 'zod/mini'
import { asSeen, isVisible, seenLength } from '../formats/visible-text.ts'
import { printed } from '../formats/printed-text.ts'
import { specifiedMessages } from './specified-messages.ts'

const { emailRequired, emailInvalid } = specifiedMessages.accounts

/** Forms and older clients send numbers as text: only plain decimals are accepted. */
const plainDecimal = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/

const atLeastTwoCharacters = (error: string) =>
  z.refine<number | string>((typed) => typeof typed === 'number' || typed.length >= 2, {
    error,
    abort: true,
  })

type NumericOptions = { required?: string; tooShort?: string }

/**
 * A number, or the same number written as a plain decimal string.
 * `tooShort` is the message of the forms' rule of two characters, which applies to text only.
 */
export function numeric(message: string, { required = message, tooShort }: NumericOptions = {}) {
  const error = ({ input }: { readonly input?: unknown }) =>
    input === undefined || input === '' ? required : message

  return z.pipe(
    z
      .union([z.number(), z.string().check(z.regex(plainDecimal, { error }))], { error })
      .check(...(tooShort ? [atLeastTwoCharacters(tooShort)] : [])),
    z.transform(Number),
  )
}

/** Converts dollars to whole cents. */
export const toCents = (dollars: number) => Math.round(dollars * 100)

/** Converts whole cents to dollars with at most two decimals. */
export const toDollars = (cents: number) => cents / 100

const hasWholeCents = (dollars: number) => Math.abs(toCents(dollars) - dollars * 100) < 1e-6

/** An amount in dollars with at most two decimals. */
export const dollars = (
  message: string,
  { min, max, ...options }: NumericOptions & { min: number; max: number },
) =>
  numeric(message, options).check(
    z.refine((value: number) => value >= min && value <= max && hasWholeCents(value), message),
  )

/**
 * Characters not allowed in a single line: control characters, line breaks, unpaired surrogates, and
 * bidirectional marks, which make the text after them look different from what it is.
 */
const unfitForSingleLine = /[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069]/u

/** Characters not allowed in any text: control characters except tabs and line breaks, unpaired surrogates. */
const unfitForText = /[^\P{Cc}\t\n\r]|\p{Cs}/u

export const unsupportedCharacters = 'Contains characters that cannot be typed'

export const isSingleLine = (value: string) => !unfitForSingleLine.test(value)

/** Makes text of another source fit for a single line. */
export const toSingleLine = (value: string) =>
  value.replaceAll(new RegExp(unfitForSingleLine, 'gu'), ' ').trim()

type TextOptions = {
  min?: number
  max?: number
  tooShort?: string
  tooLong?: string
  /** Whether it stands on papers, so that a character which these cannot print is refused. */
  isPrinted?: boolean
}

/** Normalisation and validation of a kind of text. */
type TextRules = { normalise?: (typed: string) => string; isAllowed: (value: string) => boolean }

function textSchema(required: string, options: TextOptions, { normalise, isAllowed }: TextRules) {
  const { min = 1, max = 200, tooShort = required } = options
  return z.string(required).check(
    ...(normalise ? [z.overwrite(normalise)] : []),
    z.normalize('NFC'),
    z.trim(),
    z.refine(isVisible, { error: required, abort: true }),
    z.refine(isAllowed, unsupportedCharacters),
    ...(options.isPrinted ? [printed()] : []),
    z.refine((value) => seenLength(value) >= min, tooShort),
    z.maxLength(max, options.tooLong ?? `Must be ${max} characters or lower`),
  )
}

/** A single line of text, trimmed, with plain blanks and in Unicode's composed form (NFC). */
export const text = (required: string, options: TextOptions = {}) =>
  textSchema(required, options, { normalise: asSeen, isAllowed: isSingleLine })

/** A value that may be empty, as a form sends it, with the messages of its own schema. */
export const orEmpty = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.union([z.literal(''), schema], {
    error: (issue) =>
      issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : undefined,
  })

/** Line breaks of every platform. */
export const lineBreak = /\r\n|[\n\r\u2028\u2029]/

const otherLineBreaks = /\r(?!\n)|[\u2028\u2029]/g

/** Text of any number of lines; line breaks become \n. */
export const multilineText = (required: string, options: TextOptions = {}) =>
  textSchema(required, options, {
    normalise: (typed) => typed.replaceAll(otherLineBreaks, '\n'),
    isAllowed: (value) => !unfitForText.test(value),
  })

export const Id = z.uuid('Not an id')

/** Unanchored as specified, so that john.doe@shop.co.uk passes. */
const emailPattern = /[a-z0-9]+@[a-z]+\.[a-z]{2,3}/
const wellFormedEmail = /^[^\s@"(),:;<>[\\\]]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])$/

/**
 * The e-mail address of an account in lower case, as all comparisons expect. Identity providers allow more
 * addresses than the forms, such as jan@t-online.example.
 */
const AccountEmail = z.string(emailRequired).check(
  z.trim(),
  z.toLowerCase(),
  z.refine((value) => value !== '', { error: emailRequired, abort: true }),
  // Aborts before the pattern below, which takes seconds on a very long text.
  z.refine((value) => wellFormedEmail.test(value) && isSingleLine(value) && !value.includes('..'), {
    error: emailInvalid,
    abort: true,
  }),
)

/** An e-mail address as the forms accept it. */
export const Email = AccountEmail.check(z.refine((value) => emailPattern.test(value), emailInvalid))

/** An e-mail address in a URL. A `+` that the client did not escape arrives as a space. */
export const EmailInUrl = z.pipe(
  z.pipe(
    z.string(emailRequired),
    z.transform((value) => value.replaceAll(' ', '+')),
  ),
  AccountEmail,
)

/** Ids with commas between them. */
export const IdList = (max: number, tooMany: string) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(max * 37)),
      z.transform((list) => list.split(',')),
    ),
    z.array(Id).check(z.maxLength(max, tooMany)),
  )

export const EmailParams = z.object({ email: EmailInUrl })

export const IdParams = z.object({ id: Id })

/** A whole number from 1 to `max`. */
export const wholeNumber = (message: string, max: number) =>
  numeric(message).check(
    z.refine((value: number) => Number.isInteger(value) && value >= 1 && value <= max, message),
  )

/** Keyset pagination: `limit` rows after the row with the id `after`. Without `limit`, all rows. */
export const PageQuery = z.object({
  limit: z.optional(wholeNumber('limit is a number from 1 to 200', 200)),
  after: z.optional(Id),
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'q has at most 100 characters'))),
})

/** The number of a page. */
export const PageNumber = z.optional(wholeNumber('page is a number from 1 to 100000', 100_000))
export type PageQuery = z.infer<typeof PageQuery>

/** Maximum of a search's total count: for a common word all rows would have to be read. */
export const matchesMax = 1000

/** The number of rows; more match if it is capped. */
export const RowCount = z.object({ count: z.int(), isCapped: z.boolean() })
export type RowCount = z.output<typeof RowCount>

/** Pagination by page number, for lists with any sort order. */
export const NumberedPage = z.object({ page: PageNumber, limit: PageQuery.shape.limit })

// Address books put these around a copied number.
const directionMarks = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A phone number for questions about a delivery. */
export const Phone = textSchema(
  'Phone is Required',
  { min: 10, max: 40, tooShort: specifiedMessages.profiles.phoneTooShort, isPrinted: true },
  { normalise: (typed) => typed.replaceAll(directionMarks, ''), isAllowed: isSingleLine },
)

/** A postal address. */
export const PostalAddress = multilineText('Address is Required', { max: 500, isPrinted: true })

/** The address of a picture: a path of the shop, or https. */
export const PictureUrl = (required: string) =>
  z.string(required).check(
    z.trim(),
    z.refine((value) => value !== '', { error: required, abort: true }),
    z.maxLength(2000),
    z.refine((value) => isPictureUrl(value), 'Must be an uploaded picture or an https address'),
  )

const ownPicturePath = /^\/(?:images|parts)\/[\w-]+(?:\.[\w-]+)*$/
const HttpsUrl = z.url({ protocol: /^https$/ })

export const isPictureUrl = (value: string) =>
  isSingleLine(value) && (ownPicturePath.test(value) || HttpsUrl.safeParse(value).success)
