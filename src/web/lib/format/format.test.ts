import { expect, test } from 'vitest'
import { excerpt, excerptByWords, handle, initials, timeLeftText } from './format.ts'

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

/** @shows row-103 */
test('an excerpt ends with a whole word, and keeps the rest of a divided one apart', () => {
  expect(excerptByWords('Keeps out road noise without glue', 25)).toEqual([
    'Keeps out road noise',
    ' with',
  ])
  expect(excerptByWords('Keeps out road noise', 14)).toEqual(['Keeps out road', ''])
  expect(excerptByWords('Keeps out', 9)).toEqual(['Keeps out', ''])
  expect(excerptByWords('A Donaudampfschifffahrtskapitän', 20)).toEqual([
    'A Donaudampfschifffah'.slice(0, 20),
    '',
  ])
})

/** @shows row-110 */
test.each([
  [10_000, '10 s left'],
  [9_001, '10 s left'],
  [99_000, '99 s left'],
  [99_001, '2 min left'],
  [20 * 60_000, '20 min left'],
  [-5, '0 s left'],
])('%i ms are “%s”', (ms, text) => {
  expect(timeLeftText(ms)).toBe(text)
})
