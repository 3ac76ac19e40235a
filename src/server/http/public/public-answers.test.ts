import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  for (let count = 0; count < 3; count += 1) await shop.stock()
})
afterAll(() => shop.close())

test.each([
  '/api/products?limit=2',
  '/api/products?limit=2&sort=newest&page=1',
  '/api/products/found?q=part',
  '/api/reviews?limit=25',
  '/api/config',
])('a page reads from %s what a client gets', async (url) => {
  const response = await shop.app.inject({ url })
  const read = await shop.shop.publicAnswers.read(url)
  expect(JSON.parse(JSON.stringify(read.answer))).toEqual(response.json())
  expect(read.link).toBe(response.headers['link'] ?? '')
})

test('a page reads nothing that is not public, and no invalid query', async () => {
  const { read } = shop.shop.publicAnswers
  await expect(read('/api/orders?limit=2')).rejects.toThrow('/api/orders')
  await expect(read('/api/products?limit=none')).rejects.toMatchObject({ code: 'invalid' })
})
