import { expect, test } from 'vitest'
import { endpoints } from '../index.ts'

/** Repeated here, so that a mistake in the contract does not change the expectation. */
const limited: Readonly<Record<string, string[]>> = {
  'GET /health': ['health'],
  'GET /health/live': ['health'],
  'GET /health/ready': ['health'],
  'POST /order': ['orders'],
  'POST /order/outcome': ['orders'],
  'POST /quickOrder/place': ['orders'],
  'PUT /cart/lines': ['carts'],
  'POST /cart/lines': ['carts'],
  'POST /savedLists': ['carts'],
  'PUT /savedLists/{id}': ['carts'],
  'DELETE /savedLists/{id}': ['carts'],
  'POST /savedLists/{id}/fill': ['carts'],
  'PUT /garage': ['carts'],
  'DELETE /garage': ['carts'],
  'POST /create-payment-intent': ['payments'],
  'PATCH /order/{id}': ['confirmations'],
  'PUT /updatedUser/{email}': ['profiles'],
  'PUT /tradeAccount/{email}': ['profiles'],
  'DELETE /tradeAccount/{email}': ['profiles'],
  'POST /addresses': ['addresses'],
  'PUT /addresses/{id}': ['addresses'],
  'PUT /addresses/{id}/default': ['addresses'],
  'DELETE /addresses/{id}': ['addresses'],
  'GET /account/{email}/data': ['downloads'],
  'DELETE /account/{email}': ['erasures'],
  'POST /reviews': ['reviews'],
  'POST /images': ['uploads', 'uploadsByAdmins'],
  'PUT /product/{id}/alert': ['alerts'],
  'POST /contact': ['contact'],
  'POST /newsletter': ['newsletter'],
}

test.each(endpoints.map(({ method, path, ...e }) => [`${method} ${path}`, e] as const))(
  '%s has its rate limit',
  (call, { limit, limitForAdmins }) => {
    const names = [limit, limitForAdmins].filter((name) => name !== undefined)
    expect(names).toEqual(limited[call] ?? [])
  },
)

test('every limit belongs to an existing call', () => {
  const calls = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(calls).toEqual(expect.arrayContaining(Object.keys(limited)))
})
