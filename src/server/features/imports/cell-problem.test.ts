import { expect, test } from 'vitest'
import { cellProblem, quoted } from './cell-problem.ts'

test.each([
  ['A price from $0.05 to $99', 'Price: “abc” is not a price from $0.05 to $99'],
  ['A whole number from 1 to 9', 'Price: “abc” is not a whole number from 1 to 9'],
  ['A price break must start at 2', 'Price “abc”: A price break must start at 2'],
  ['At most 40 characters', 'Price “abc”: At most 40 characters'],
  ['“abc” is not known', 'Price: “abc” is not known'],
])('a cell that breaks “%s” is quoted once', (rule, problem) => {
  expect(cellProblem('Price', ' abc ', rule)).toBe(problem)
})

test('a cell with nothing to be seen is not quoted', () => {
  expect(cellProblem('Name', ' \n\u200B', 'Name is Required')).toBe('Name: Name is Required')
})

test('a quotation is a single line of 40 characters, none of them halved', () => {
  expect(quoted('x'.repeat(40))).toBe(`“${'x'.repeat(40)}”`)
  expect(quoted(`${'x'.repeat(39)}📯y`)).toBe(`“${'x'.repeat(39)}📯…”`)
  expect(quoted('one\ntwo\u202Ethree\uD83D')).toBe('“one two three”')
})
