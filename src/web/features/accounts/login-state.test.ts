import { expect, test } from 'vitest'
import { continueText, loginReason, loginStateOf, waitingPart } from './login-state.ts'

/** @shows row-26 */
test('parses the page to return to after login', () => {
  expect(loginStateOf({ from: '/order/1' })).toEqual({ from: '/order/1' })
  expect(loginStateOf({ from: '/', signedUp: 'mia@shop.example' })).toEqual({
    from: '/',
    signedUp: 'mia@shop.example',
  })
  const ended = { from: '/dashboard', sessionEnded: true }
  expect(loginStateOf(ended)).toEqual(ended)
})

test.each([
  null,
  undefined,
  'text',
  7,
  {},
  { from: '//evil.example', signedUp: 1, passwordChanged: 1, sessionEnded: 1 },
])('unknown history state falls back to the home page: %j', (state) => {
  expect(loginStateOf(state)).toEqual({ from: '/' })
})

/** @shows row-108 */
test.each([
  ['/order/1?quantity=20', '1', 'to order this part.', 'Continue to your order'],
  ['/quick-order', undefined, 'to place a quick order.', 'Continue to quick order'],
  ['/cart', undefined, 'to order your cart.', 'Continue to your cart'],
  ['/dashboard/myOrder', undefined, 'to open your dashboard.', 'Continue to your dashboard'],
  ['/', undefined, undefined, 'Continue'],
])(
  'a login that leads to %s gives its reason, and its link the way on',
  (from, part, reason, link) => {
    expect(waitingPart(from)).toEqual(part)
    expect(loginReason(from)).toEqual(reason && `Log in or create an account ${reason}`)
    expect(continueText(from)).toBe(link)
  },
)
