import { expect, test } from 'vitest'
import { brandOf, formatCvc, formatExpiry, formatNumber, validate } from './card-rules.js'

const now = new Date(2026, 10, 20)
const valid = { number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '123', postal: '90210' }
const firstError = (fields: object) =>
  validate({ ...valid, ...fields }, { postal: true, now }).find(({ error }) => error)?.error

test('a number is grouped as on the card', () => {
  expect(formatNumber('4242424242424242')).toBe('4242 4242 4242 4242')
  expect(formatNumber('42424')).toBe('4242 4')
  expect(formatNumber('4242')).toBe('4242')
  expect(formatNumber('378282246310005')).toBe('3782 822463 10005')
  expect(formatNumber('4242-4242 4242 4242 99')).toBe('4242 4242 4242 4242')
})

test.each([
  ['1', '1'],
  ['7', '07 / '],
  ['12', '12 / '],
  ['123', '12 / 3'],
  ['1234', '12 / 34'],
  ['12/34', '12 / 34'],
  ['12 / 2034', '12 / 34'],
  ['1/34', '01 / 34'],
  ['122034', '12 / 34'],
])('the expiry date %s is formatted as %s', (typed, written) => {
  expect(formatExpiry(typed)).toBe(written)
})

test('deleting removes the slash and does not add it again', () => {
  expect(formatExpiry('12 /', true)).toBe('12')
  expect(formatExpiry('12 / 3', true)).toBe('12 / 3')
})

test('the code has three digits, on American Express four', () => {
  expect(formatCvc('12345', '4242')).toBe('123')
  expect(formatCvc('12345', '3782')).toBe('1234')
  expect(brandOf('5555 5555')).toBe('mastercard')
})

test('a valid card is complete', () => {
  expect(validate(valid, { postal: true, now }).every(({ complete }) => complete)).toBe(true)
})

test.each([
  ['number', '4242 4242 4242 4241', 'invalid_number', 'Your card number is invalid.'],
  ['number', '4242 42', 'incomplete_number', 'Your card number is incomplete.'],
  ['expiry', '1', 'incomplete_expiry', "Your card's expiration date is incomplete."],
  ['expiry', '13 / 30', 'invalid_expiry_month', "Your card's expiration date is invalid."],
  ['expiry', '10 / 26', 'invalid_expiry_month_past', "Your card's expiration date is in the past."],
  ['expiry', '12 / 25', 'invalid_expiry_year_past', "Your card's expiration year is in the past."],
  ['expiry', '12 / 99', 'invalid_expiry_year', "Your card's expiration year is invalid."],
  ['cvc', '12', 'incomplete_cvc', "Your card's security code is incomplete."],
  ['postal', '902', 'incomplete_zip', 'Your postal code is incomplete.'],
])('%s %s is refused as %s', (field, typed, code, message) => {
  expect(firstError({ [field]: typed })).toEqual({ type: 'validation_error', code, message })
})

test('a hidden postal code is not validated', () => {
  expect(
    validate({ ...valid, postal: '' }, { postal: false, now }).map(({ field }) => field),
  ).toEqual(['number', 'expiry', 'cvc'])
})
