import { expect, test } from 'vitest'
import { lettersToAsk } from './letters-to-ask.ts'

/** @shows row-240 */
test.each([
  ['AP-LT-2110-X', ['AP-LT-2110-X', 'AP-LT-21']],
  [' disc ', ['disc', 'dis']],
  ['abc', ['abc', '']],
  ['ab', ['', '']],
])('what is asked about %s is all of it, then its beginning', (typed, asked) => {
  expect(lettersToAsk(typed)).toEqual(asked)
})
