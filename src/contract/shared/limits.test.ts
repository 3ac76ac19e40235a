import { expect, test } from 'vitest'
import { endpoints } from '../index.ts'

/** A second time, so that a slip in the contract does not change what is expected of it. */
const limited: Readonly<Record<string, string[]>> = {
  'GET /health': ['health'],
  'GET /health/live': ['health'],
  'GET /health/ready': ['health'],
  'POST /order': ['orders'],
  'POST /create-payment-intent': ['payments'],
  'PATCH /order/{id}': ['confirmations'],
  'PUT /updatedUser/{email}': ['profiles'],
  'POST /reviews': ['reviews'],
  'POST /images': ['uploads', 'uploadsByAdmins'],
  'POST /contact': ['contact'],
  'POST /newsletter': ['newsletter'],
}

test.each(endpoints.map(({ method, path, ...e }) => [`${method} ${path}`, e] as const))(
  '%s has the limit of its own that it shall have',
  (call, { limit, limitForAdmins }) => {
    const names = [limit, limitForAdmins].filter((name) => name !== undefined)
    expect(names).toEqual(limited[call] ?? [])
  },
)

test('no limit is meant for a call that is not there', () => {
  const calls = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(calls).toEqual(expect.arrayContaining(Object.keys(limited)))
})
