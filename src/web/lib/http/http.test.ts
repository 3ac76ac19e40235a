import { expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { users } from '#contract/users.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { urlOf, nextPageUrl } from './http.ts'

/** @shows asvs-1.2.2 */
test('path parameters and query are escaped', () => {
  expect(urlOf(users.isAdmin, { params: { email: 'a+b@shop.example' } })).toBe(
    '/api/admin/a%2Bb%40shop.example',
  )
  expect(urlOf(ownOrders.mine, { query: { email: 'a+b@shop.example' } })).toBe(
    '/api/singleOrder?email=a%2Bb%40shop.example',
  )
})

test('undefined values are omitted from the query', () => {
  expect(urlOf(products.list, { query: {} })).toBe('/api/products')
  expect(urlOf(products.list, { query: { limit: 6, q: undefined } })).toBe('/api/products?limit=6')
})

test('reads the next page from the Link header', () => {
  expect(nextPageUrl('</api/order?limit=25&after=b>; rel="next"')).toBe(
    '/api/order?limit=25&after=b',
  )
  expect(nextPageUrl('</api/order>; rel="first", </api/order?after=b>; rel="next"')).toBe(
    '/api/order?after=b',
  )
})

test('there is no next page without a rel="next" link', () => {
  expect(nextPageUrl(null)).toBeUndefined()
  expect(nextPageUrl('</api/order>; rel="first"')).toBeUndefined()
})
