import { expect, test } from 'vitest'
import { ApiError, isProblem, NetworkError, problemOf, sentenceFor } from './problems.ts'

const refused = {
  type: 'https://shop.example/problems/price-changed',
  code: 'price-changed',
  title: 'The price has changed',
  status: 409,
  currentTotal: 120,
}

test('a problem document is passed through', () => {
  expect(problemOf(409, refused)).toEqual(refused)
})

test.each([
  [401, 'unauthenticated'],
  [404, 'not-found'],
  [413, 'too-large'],
  [418, 'unreadable'],
  [429, 'too-many'],
  [500, 'internal'],
  [502, 'unavailable'],
  [504, 'unavailable'],
])('a %i response without a problem document gets a code and a title', (status, code) => {
  for (const body of [undefined, null, '<html>', { title: 1 }]) {
    expect(problemOf(status, body)).toMatchObject({ status, code, title: expect.any(String) })
  }
})

test('a problem is recognised by its code', () => {
  const error = new ApiError(refused)
  expect(isProblem(error, 'not-found', 'price-changed')).toBe(true)
  expect(isProblem(error, 'not-found')).toBe(false)
  expect(isProblem(new NetworkError(), 'price-changed')).toBe(false)
})

test("messages use the problem's detail and never the text of an unexpected error", () => {
  expect(sentenceFor(new ApiError(refused))).toBe('The price has changed.')
  expect(sentenceFor(new ApiError({ ...refused, detail: 'It is $ 120 now' }))).toBe(
    'It is $ 120 now.',
  )
  expect(sentenceFor(new TypeError('x is undefined'))).toBe('Something went wrong on our side.')
})

test.each(['Verify the address to use it.', 'Is it open?', 'At last!'])(
  'punctuation at the end is kept: %s',
  (detail) => {
    expect(sentenceFor(new ApiError({ ...refused, detail }))).toBe(detail)
  },
)
