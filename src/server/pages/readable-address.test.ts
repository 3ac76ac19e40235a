import { expect, test } from 'vitest'
import { decodableUrl } from './readable-address.ts'

test.each([
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/%', '/%25'],
  ['/order/%zz?quantity=10%', '/order/%25zz?quantity=10%'],
])('the page URL %s is read as %s', (url, read) => {
  expect(decodableUrl(url)).toBe(read)
})

test.each(['/', '/products?q=100%', '/T%C3%BCr', '/api/product/%E0%A4%A', '/API/%'])(
  'the address %s stays as it is',
  (url) => {
    expect(decodableUrl(url)).toBe(url)
  },
)
