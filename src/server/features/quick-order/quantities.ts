import { eitherWord } from '#contract/quick-order.ts'

/** Words for a quantity, above a column or beside a number. */
export const quantityWord =
  '(?:quantity|qty|units?|pieces|pcs|count|amount|menge|anzahl|stück(?:zahl)?|stk)'

/** Asian keyboards type the others. */
const digit = '[\\d０-９]'
/** More digits are a barcode or another number of a part. */
const whole = `${digit}{1,7}`
export const count = `${whole}|${digit}{1,3}(?:,${digit}{3})+`
/** Decimals that are zero, as spreadsheets write them. */
export const zeroes = '(?:[.,]0{1,2})?'
const unit = '(?:pcs?|pieces?|units?|ea|each|stk|stücke?|st)\\.?'
export const times = `(?:[x×*]|${unit})`
/** A sign, a unit or a word at a quantity. */
export const mark = `(?:${times}|${quantityWord}\\.?:?)`
/** A sign or word of a price. “12.00 each” may also be twelve pieces, so it is not a quantity. */
const currency = '(?:[$€£@=]{1,2}|usd|eur|gbp)'
const cents = '\\d[\\d.,]*[.,]\\d\\d'
const each = '(?:each|ea\\.?)'

export const matcher = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'i')
const headingPattern = matcher(`${quantityWord}\\.?`)
const wholePattern = matcher(whole)
const quantityPattern = matcher(`${count}|${digit}{1,3}(?:\\s${digit}{3})+`)
const unitPattern = matcher(unit)
const countedPattern = matcher(`\\(?(?:${mark}\\s*)?(${count})${zeroes}\\s*${mark}?\\)?\\.?`)
const currencyPattern = matcher(currency)
const pricePattern = matcher(
  `${currency}\\s*\\d[\\d.,]*|\\d[\\d.,]*\\s*${currency}|${each}\\s*${cents}|${cents}\\s*${each}`,
)
const centsPattern = matcher(cents)
const zeroCents = matcher(`(${count})[.,]00`)
const numeral = matcher(`[-+−]?${digit}+(?:[.,'’]${digit}+)*`)
const decimals = matcher('[-+]?\\d{1,7}(?:[.,]\\d+)*')

export const isQuantityHeading = (text: string) => headingPattern.test(text)
export const isWhole = (text: string) => wholePattern.test(text)
export const isGroup = (text: string) => /^\d{3}$/.test(text)
export const isUnit = (text: string) => unitPattern.test(text)
export const isCurrency = (text: string) => currencyPattern.test(text)
/** With its currency, so that it cannot be a quantity. */
export const isPrice = (text: string) => pricePattern.test(text)
/** With a currency or two decimals. */
export const isAmount = (text: string) => isPrice(text) || centsPattern.test(text)
/** A number that cannot be a part: negative, or with decimals. */
export const isDecimal = (text: string) => decimals.test(text)
/** A quantity as some write it, such as “1.000”, “1'000”, “10,5” or “-5”. With more digits it is a number of a part. */
export const isNumeral = (text: string) =>
  numeral.test(text) && (text.match(/[\d０-９]/g) ?? []).length <= 7

/** With or without separators between groups of three digits. */
export const isQuantity = (text: string) => quantityPattern.test(text)

export const plainQuantity = (cell: string) => (isQuantity(cell) ? cell : undefined)

/** The quantity of a cell without its unit, sign or zero decimals. */
export const unitless = (cell: string) => plainQuantity(cell) ?? countedPattern.exec(cell)?.[1]

/** An amount that may be a quantity too: “10.00”. */
export const wholeOf = (amount: string) => zeroCents.exec(amount)?.[1]

export const either = (quantities: readonly string[]) => [...new Set(quantities)].join(eitherWord)
