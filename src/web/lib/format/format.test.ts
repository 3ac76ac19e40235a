import { expect, test } from 'vitest'
import { excerpt, handle, initials } from './format.ts'

test('initials are the first two characters of the name', () => {
  expect(initials('Rafiq')).toBe('Ra')
  expect(initials(' Q')).toBe('Q')
  expect(initials('')).toBe('')
})

test('a handle is the name in lower case without spaces', () => {
  expect(handle('Nadia  Karim')).toBe('@nadiakarim')
})

test('an excerpt counts characters and never splits one', () => {
  expect(excerpt('abcdef', 3)).toBe('abc')
  expect(excerpt('ab', 3)).toBe('ab')
  expect(excerpt('🚗🚙🚕', 2)).toBe('🚗🚙')
})
