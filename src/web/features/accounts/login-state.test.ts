import { expect, test } from 'vitest'
import { loginReason, loginStateOf, waitingPart } from './login-state.ts'

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

/** @shows row-108 */
test.each([
  ['/order/1?quantity=20', '1', 'Log in or create an account to order this part.'],
  ['/quick-order', undefined, 'Log in or create an account to place a quick order.'],
  ['/dashboard/myOrder', undefined, 'Log in or create an account to open your dashboard.'],
  ['/', undefined, undefined],
])('a login that leads to %s gives its reason', (from, part, reason) => {
  expect([waitingPart(from), loginReason(from)]).toEqual([part, reason])
})
