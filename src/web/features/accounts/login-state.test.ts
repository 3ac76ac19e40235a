import { expect, test } from 'vitest'
import { loginStateOf } from './login-state.ts'

/** @shows row-26 */
test('parses the page to return to after login', () => {
  expect(loginStateOf({ from: '/order/1' })).toEqual({ from: '/order/1' })
  expect(loginStateOf({ from: '/', signedUp: 'mia@shop.example' })).toEqual({
    from: '/',
    signedUp: 'mia@shop.example',
  })
})

test.each([
  null,
  undefined,
  'text',
  7,
  {},
  { from: '//evil.example', signedUp: 1, passwordChanged: 1 },
])('unknown history state falls back to the home page: %j', (state) => {
  expect(loginStateOf(state)).toEqual({ from: '/' })
})
