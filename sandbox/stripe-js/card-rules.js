/**
 * Formatting and validation of card fields, with Stripe's messages and error codes.
 *
 * @typedef {{ number: string, expiry: string, cvc: string, postal: string }} CardFields as typed
 * @typedef {{ type: 'validation_error', code: string, message: string }} FieldError
 * @typedef {{ field: keyof CardFields, complete: boolean, error?: FieldError }} FieldState
 */

const brands = [
  { brand: 'visa', pattern: /^4/, length: 16 },
  { brand: 'mastercard', pattern: /^(5[1-5]|2[2-7])/, length: 16 },
  { brand: 'amex', pattern: /^3[47]/, length: 15 },
  { brand: 'discover', pattern: /^6(011|4[4-9]|5)/, length: 16 },
  { brand: 'diners', pattern: /^3(0[0-5]|[689])/, length: 14 },
  { brand: 'jcb', pattern: /^35/, length: 16 },
  { brand: 'unionpay', pattern: /^62/, length: 16 },
]
const unknownBrand = { brand: 'unknown', pattern: /^/, length: 16 }

/** @param {string} text */
const digitsOf = (text) => text.replaceAll(/\D/g, '')

/** @param {string} number */
const brandRuleOf = (number) =>
  brands.find(({ pattern }) => pattern.test(digitsOf(number))) ?? unknownBrand

/** @param {string} number */
export const brandOf = (number) => brandRuleOf(number).brand

/** @param {string} number */
const cvcLength = (number) => (brandOf(number) === 'amex' ? 4 : 3)

/** Groups the digits as on the card. @param {string} typed */
export function formatNumber(typed) {
  const digits = digitsOf(typed).slice(0, brandRuleOf(typed).length)
  const groups =
    brandRuleOf(typed).length === 16 ? /(\d{4})(?=\d)/g : /^(\d{4})(?=\d)|(\d{6})(?=\d)/g
  return digits.replaceAll(groups, '$& ')
}

/**
 * Formats as MM / YY. A month of one digit gets a leading zero, a year of four digits loses its century.
 * While deleting, removed characters are not added again.
 *
 * @param {string} typed
 * @param {boolean} [deleting]
 */
export function formatExpiry(typed, deleting = false) {
  const [first = '', second] = typed.split('/').map(digitsOf)
  const single = (second !== undefined && first.length === 1) || /^[2-9]/.test(first)
  const month = single ? `0${first}` : first
  const year = month.slice(2) + (second ?? '')
  const shortYear = year.length === 4 && year.startsWith('20') ? year.slice(2) : year.slice(0, 2)
  if (month.length < 2 || (deleting && shortYear === '')) return month.slice(0, 2)
  return `${month.slice(0, 2)} / ${shortYear}`
}

/** @param {string} typed @param {string} number the card number beside it */
export const formatCvc = (typed, number) => digitsOf(typed).slice(0, cvcLength(number))

/** @param {string} typed */
export const formatPostal = (typed) => typed.replaceAll(/[^\w -]/g, '').slice(0, 10)

/** The card in the API's format. @param {CardFields} fields */
export function cardOf({ number, expiry, cvc }) {
  const [month = '', year = ''] = expiry.split(' / ')
  return {
    number: digitsOf(number),
    exp_month: Number(month),
    exp_year: 2000 + Number(year),
    cvc,
  }
}

/**
 * The states of the fields in reading order.
 *
 * @param {CardFields} fields
 * @param {{ postal: boolean, now?: Date }} options
 * @returns {FieldState[]}
 */
export function validate(fields, { postal, now = new Date() }) {
  const states = [validateNumber(fields), validateExpiry(fields, now), validateCvc(fields)]
  return postal ? [...states, validatePostal(fields)] : states
}

/** @param {CardFields} fields @returns {FieldState} */
function validateNumber({ number }) {
  const digits = digitsOf(number)
  if (digits.length < brandRuleOf(number).length) {
    return incomplete('number', 'incomplete_number', 'Your card number is incomplete.')
  }
  if (!passesLuhn(digits)) {
    return invalid('number', 'invalid_number', 'Your card number is invalid.')
  }
  return { field: 'number', complete: true }
}

/** @param {CardFields} fields @param {Date} now @returns {FieldState} */
function validateExpiry(fields, now) {
  const date = "Your card's expiration date is"
  if (fields.expiry.length < 'MM / YY'.length) {
    return incomplete('expiry', 'incomplete_expiry', `${date} incomplete.`)
  }
  const { exp_month: month, exp_year: year } = cardOf(fields)
  if (month < 1 || month > 12) return invalid('expiry', 'invalid_expiry_month', `${date} invalid.`)
  if (year < now.getFullYear()) {
    const message = "Your card's expiration year is in the past."
    return invalid('expiry', 'invalid_expiry_year_past', message)
  }
  if (year > now.getFullYear() + 50) {
    return invalid('expiry', 'invalid_expiry_year', "Your card's expiration year is invalid.")
  }
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return invalid('expiry', 'invalid_expiry_month_past', `${date} in the past.`)
  }
  return { field: 'expiry', complete: true }
}

/** @param {CardFields} fields @returns {FieldState} */
function validateCvc({ cvc, number }) {
  if (cvc.length >= cvcLength(number)) return { field: 'cvc', complete: true }
  return incomplete('cvc', 'incomplete_cvc', "Your card's security code is incomplete.")
}

/** @param {CardFields} fields @returns {FieldState} */
function validatePostal({ postal }) {
  if (postal.trim().length >= 5) return { field: 'postal', complete: true }
  return incomplete('postal', 'incomplete_zip', 'Your postal code is incomplete.')
}

/** @param {string} digits */
function passesLuhn(digits) {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** @param {keyof CardFields} field @param {string} code @param {string} message @returns {FieldState} */
const invalid = (field, code, message) => ({
  field,
  complete: false,
  error: { type: 'validation_error', code, message },
})

/** Shown as an error only after the field was left; see card-element.js. */
const incomplete = invalid
