import { expect, test } from 'vitest'
import { safePath } from './safe-path.ts'

test.each([
  '/',
  '/order/1',
  '/dashboard/users?q=a%20b&limit=25#row',
  '/a//b',
  '/?next=//evil.example',
])('accepts a path of the shop: %s', (path) => {
  expect(safePath(path)).toBe(path)
})

/** @shows asvs-3.7.2 */
test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  '/..\\/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'order/1',
  '',
  undefined,
  null,
  {},
])('falls back to the home page: %j', (target) => {
  expect(safePath(target)).toBe('/')
})
