import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { products } from '#contract/products/products.ts'
import { openShop } from '#server/testing/shop.ts'
import type { TestShop } from '#server/testing/shop.ts'
import { expectDeclared, expectProblem } from './expectations.ts'

// Minimal cases of faults that random requests have found.

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const part = {
  name: 'Half a part',
  price: 18.79,
  quantity: 10,
  description: 'A part',
  img: '/parts/radiator.svg',
}

test.each([
  '{"data":{"object":{}}}',
  '{"id":1,"type":"a","data":{"object":{}}}',
  '{"id":"a","type":null,"data":{"object":{}}}',
])('a signed event without an id or type is refused: %s', async (payload) => {
  const secret = shop.config.STRIPE_WEBHOOK_SECRET
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: {
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
    },
    payload,
  })
  expect(expectProblem(response)).toBe('unreadable')
})

/** @shows asvs-3.5.2 */
test('a body that the call does not declare is refused with a declared problem', async () => {
  const { token } = await shop.signIn()
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/signOut',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    payload: 'a',
  })
  expectDeclared(accounts.signOut, response)
  expect(response.statusCode).toBe(415)
})

test.each([
  { name: 'a\uDFFFb' },
  { description: 'half \uD83D' },
  { img: 'https://x.example/\uD800' },
])(
  'a lone surrogate in a product is refused before it reaches the database: %j',
  async (change) => {
    const admin = await shop.signIn({ isAdmin: true })
    const response = await shop.call(admin, products.add, { body: { ...part, ...change } })
    expect([response.status, response.body.code]).toEqual([422, 'invalid'])
  },
)

const ladderExample = 'Units and price of each price break, such as 100:18.79; 500:17.50'

/** @shows row-165 */
test.each([
  { breaks: 'abc', message: ladderExample },
  { breaks: '!', message: ladderExample },
  { breaks: [{ from: 2 }], message: ladderExample },
  { breaks: `${' '.repeat(400)};`, message: 'At most 10 price breaks' },
])('breaks of a new product that are none are refused by name: %j', async (entered) => {
  const { token } = await shop.signIn({ isAdmin: true })
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/Products',
    headers: { authorization: `Bearer ${token}` },
    payload: { ...part, breaks: entered.breaks },
  })
  expect(expectProblem(response)).toBe('invalid')
  expect(response.json().errors).toEqual([{ field: 'breaks', message: entered.message }])
})
