import * as z from 'zod/mini'
import { specifiedMessages } from './specified-messages.ts'

const { emailRequired, emailInvalid } = specifiedMessages.accounts

/** Forms and older clients send numbers as text: a plain decimal is taken, nothing that needs guessing. */
const plainDecimal = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/

const typedTwice = (error: string) =>
  z.refine<number | string>((typed) => typeof typed === 'number' || typed.length >= 2, {
    error,
    abort: true,
  })

type NumericOptions = { required?: string; tooShort?: string }

/**
 * A number, or the same number written as a plain decimal string.
 * `tooShort` is the forms' rule of two characters: it is about what was typed, so it holds for text only.
 */
export function numeric(message: string, { required = message, tooShort }: NumericOptions = {}) {
  const error = ({ input }: { readonly input?: unknown }) =>
    input === undefined || input === '' ? required : message

  return z.pipe(
    z
      .union([z.number(), z.string().check(z.regex(plainDecimal, { error }))], { error })
      .check(...(tooShort ? [typedTwice(tooShort)] : [])),
    z.transform(Number),
  )
}

/** Whole cents of an amount in dollars. */
export const toCents = (dollars: number) => Math.round(dollars * 100)

/** Dollars, as a number with at most two decimals, of whole cents. */
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
 * What one line cannot hold: control characters and line breaks, which end it, halves of characters, and
 * marks that turn the order of what follows, so that it reads as something else.
 */
const unfitForLine = /[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069]/u

/** What no text holds: control characters but tabs and line breaks, and halves of characters. */
const unfitForLines = /[^\P{Cc}\t\n\r]|\p{Cs}/u

export const untypable = 'Contains characters that cannot be typed'

export const isOneLine = (value: string) => !unfitForLine.test(value)

/** What somebody else has written, made fit for one line. */
export const asOneLine = (value: string) =>
  value.replaceAll(new RegExp(unfitForLine, 'gu'), ' ').trim()

type TextOptions = { min?: number; max?: number; tooShort?: string; tooLong?: string }

/** How a text is written: what is put right in it, and whether it can be taken then. */
type Writing = { tidy?: (typed: string) => string; isFit: (value: string) => boolean }

function written(required: string, options: TextOptions, { tidy, isFit }: Writing) {
  const { min = 1, max = 200, tooShort = required } = options
  return z.string(required).check(
    ...(tidy ? [z.overwrite(tidy)] : []),
    z.normalize('NFC'),
    z.trim(),
    z.refine((value) => value.length > 0, { error: required, abort: true }),
    z.refine(isFit, untypable),
    z.minLength(min, tooShort),
    z.maxLength(max, options.tooLong ?? `Must be ${max} characters or lower`),
  )
}

/** One line of text in Unicode's composed form, without the blanks around it. */
export const text = (required: string, options: TextOptions = {}) =>
  written(required, options, { isFit: isOneLine })

/** A value that may be left empty, as a form sends it, with the messages of its own schema. */
export const orEmpty = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.union([z.literal(''), schema], {
    error: (issue) =>
      issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : undefined,
  })

/** Wherever a line ends, whichever program has written it. */
export const lineBreak = /\r\n|[\n\r\u2028\u2029]/

const otherLineBreaks = /\r(?!\n)|[\u2028\u2029]/g

/** The same in as many lines as it takes. Line breaks of other programs become plain ones. */
export const textOfLines = (required: string, options: TextOptions = {}) =>
  written(required, options, {
    tidy: (typed) => typed.replaceAll(otherLineBreaks, '\n'),
    isFit: (value) => !unfitForLines.test(value),
  })

export const Id = z.uuid('This is not an id')

/** Unanchored like the original's, so that john.doe@shop.co.uk passes. */
const emailPattern = /[a-z0-9]+@[a-z]+\.[a-z]{2,3}/
const wellFormedEmail = /^[^\s@"(),:;<>[\\\]]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])$/

/**
 * An e-mail address that names an account, lower-cased: addresses are compared that way everywhere.
 * The identity provider may vouch for more than our forms take, as for jan@t-online.example.
 */
const AccountEmail = z.string(emailRequired).check(
  z.trim(),
  z.toLowerCase(),
  z.refine((value) => value !== '', { error: emailRequired, abort: true }),
  // What follows looks for a pattern, which in a very long text takes seconds.
  z.refine((value) => wellFormedEmail.test(value) && isOneLine(value) && !value.includes('..'), {
    error: emailInvalid,
    abort: true,
  }),
)

/** An e-mail address as the forms take it. */
export const Email = AccountEmail.check(z.refine((value) => emailPattern.test(value), emailInvalid))

/** An e-mail in an address. A `+` that the client did not escape arrives as a space. */
export const EmailInUrl = z.pipe(
  z.pipe(
    z.string(emailRequired),
    z.transform((value) => value.replaceAll(' ', '+')),
  ),
  AccountEmail,
)

export const EmailParams = z.object({ email: EmailInUrl })

export const IdParams = z.object({ id: Id })

/** A whole number from 1 to `max`. */
export const wholeNumber = (message: string, max: number) =>
  numeric(message).check(
    z.refine((value: number) => Number.isInteger(value) && value >= 1 && value <= max, message),
  )

/** Pages by key: `limit` rows after the row with the id `after`. Without `limit`, everything. */
export const PageQuery = z.object({
  limit: z.optional(wholeNumber('limit is a number from 1 to 200', 200)),
  after: z.optional(Id),
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'q has at most 100 characters'))),
})
export type PageQuery = z.infer<typeof PageQuery>

/** Matches of a search are counted up to this many: for a common word all rows would have to be read. */
export const matchesMax = 1000

/** A page by its number, for lists that may be sorted by anything. */
export const NumberedPage = z.object({
  page: z.optional(wholeNumber('page is a number from 1 to 100000', 100_000)),
  limit: PageQuery.shape.limit,
})

// Address books put these around a number that is copied out of them.
const directionMarks = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** How somebody is reached with questions about a delivery. */
export const Phone = written(
  'Phone is Required',
  { min: 10, max: 40, tooShort: specifiedMessages.profiles.phoneTooShort },
  { tidy: (typed) => typed.replaceAll(directionMarks, ''), isFit: isOneLine },
)

/** A postal address. */
export const PostalAddress = textOfLines('Address is Required', { max: 500 })

/** A picture's address: one of our own paths, or https. */
export const PictureUrl = (required: string) =>
  z.string(required).check(
    z.trim(),
    z.refine((value) => value !== '', { error: required, abort: true }),
    z.maxLength(2000),
    z.refine((value) => isPictureUrl(value), 'A picture is an uploaded one, or an https address'),
  )

const ownPicture = /^\/(?:images|parts)\/[\w-]+(?:\.[\w-]+)*$/
const HttpsUrl = z.url({ protocol: /^https$/ })

const isPictureUrl = (value: string) =>
  isOneLine(value) && (ownPicture.test(value) || HttpsUrl.safeParse(value).success)
