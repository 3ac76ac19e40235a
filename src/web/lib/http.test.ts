import { expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { users } from '#contract/users.ts'
import { addressOf } from './http.ts'

test('parameters and query are escaped', () => {
  expect(addressOf(users.isAdmin, { params: { email: 'a+b@shop.example' } })).toBe(
    '/api/admin/a%2Bb%40shop.example',
  )
  expect(addressOf(orders.mine, { query: { email: 'a+b@shop.example' } })).toBe(
    '/api/singleOrder?email=a%2Bb%40shop.example',
  )
})

test('what is not given is left out of the query', () => {
  expect(addressOf(products.list, { query: {} })).toBe('/api/products')
  expect(addressOf(products.list, { query: { limit: 6, q: undefined } })).toBe(
    '/api/products?limit=6',
  )
})
