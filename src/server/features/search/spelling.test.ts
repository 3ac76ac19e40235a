import { expect, test } from 'vitest'
import { correctionOf, lettersApart } from './spelling.ts'

test.each([
  ['brake', 'brake', 0],
  ['brak', 'brake', 1],
  ['brakke', 'brake', 1],
  ['breke', 'brake', 1],
  ['barke', 'brake', 1],
  ['', 'brake', 5],
  ['rakeb', 'brake', 2],
  ['ca', 'abc', 3],
])('%s and %s are %i letters apart', (one, other, apart) => {
  expect([lettersApart(one, other), lettersApart(other, one)]).toEqual([apart, apart])
})

const between = (typed: string, word: string, soundsAlike = false) =>
  correctionOf({ typed, typedStem: typed, word, stem: word, spelled: word, soundsAlike })

test.each([
  ['one letter of four or five', 'whel', 'wheel', true],
  ['two letters of a short word', 'wehl', 'wheel', false],
  ['two letters of seven', 'raditer', 'radiator', true],
  ['three letters', 'rdatr', 'radiator', false],
  ['a word of three letters', 'oli', 'oil', false],
  ['the first letter of a long word', 'nuffler', 'muffler', true],
  ['the first letter of a short word', 'table', 'cable', false],
])('%s: %s is taken for %s: %s', (_, typed, word, isTaken) => {
  expect(between(typed, word) !== undefined).toBe(isTaken)
})

test('a word that sounds alike may differ by two letters, and is preferred', () => {
  expect(between('break', 'brake')).toBeUndefined()
  const alike = between('break', 'brake', true)
  expect(alike?.apart).toBeLessThan(2)
})

test.each([
  ['salt', 'sold'],
  ['tree', 'tyre'],
  ['piano', 'pan'],
])('%s sounds like %s, but so short a word differs by one letter at most', (typed, word) => {
  expect(between(typed, word, true)).toBeUndefined()
})
