import { expect, test } from 'vitest'
import { afterIn, cataloguePages, pageFor } from './catalogue.ts'

const id = '0190d1a0-0000-7000-8000-000000000001'
const pagesAt = (address: string) => cataloguePages(new URL(address, 'https://shop.example'))

test('the link to more parts keeps the search and leaves the size of a page to the page', () => {
  expect(pageFor(`/api/products?limit=24&q=door&after=${id}`)).toBe(`/products?q=door&after=${id}`)
})

test('a page reads what its address asks for', () => {
  const { initialPageParam, meta } = pagesAt(`/products?q=door&after=${id}`)
  expect(initialPageParam).toBe(`/api/products?limit=24&q=door&after=${id}`)
  expect(meta).toMatchObject({ access: 'public', anonymous: true })
})

test('an address that names no product begins at the start', () => {
  expect(afterIn(new URLSearchParams({ after: 'the-third-one' }))).toBeUndefined()
  expect(pagesAt('/products?after=1').initialPageParam).toBe('/api/products?limit=24')
})
