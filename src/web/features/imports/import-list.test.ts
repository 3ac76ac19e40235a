import { expect, test } from 'vitest'
import type { ProductImport } from '#contract/imports.ts'
import { consequenceOf, sentenceOf, tabOf } from './import-list.ts'

const counts = { new: 0, changed: 0, unchanged: 5, wrong: 0 }

test('the first tab is errors, else changes, else new products', () => {
  expect(tabOf({ counts: { ...counts, wrong: 1, changed: 2 } })).toBe('wrong')
  expect(tabOf({ counts: { ...counts, new: 3, changed: 2 } })).toBe('changed')
  expect(tabOf({ counts: { ...counts, new: 3 } })).toBe('new')
  expect(tabOf({ counts: { ...counts, removed: 2 } })).toBe('removed')
  expect(tabOf({ counts })).toBe('changed')
})

test.each([
  [{ counts: { ...counts, wrong: 1 } }, /^1 row cannot be imported as it is/],
  [{ counts: { ...counts, wrong: 1200 } }, /^1,200 rows cannot be imported as they are/],
  [{ counts: { ...counts, changed: 1 } }, /Nothing has changed yet/],
  [{ counts: { ...counts, changed: 1 }, problem: 'It was imported before' }, /was not imported/],
  [{}, /already matches/],
  [{ state: 'undone', keptRows: 1 }, /1 row kept later sales/],
] as const)('an import that is %j is said in a sentence', (changes, sentence) => {
  const made: ProductImport = {
    _id: 'id',
    of: 'products',
    fileName: 'list.csv',
    by: 'ada@shop.example',
    createdAt: '2026-11-22T08:00:00.000Z',
    state: 'checked',
    counts,
    progress: 0,
    problem: null,
    keptRows: 0,
  }
  expect(sentenceOf({ ...made, ...changes })).toMatch(sentence)
})

test('the question before an import says what becomes of products, or of numbers', () => {
  const made = { counts: { ...counts, new: 1, changed: 1200, removed: 2 } }
  expect(consequenceOf({ ...made, of: 'products' })).toMatch(/^1 product will be added and 1,200/)
  expect(consequenceOf({ ...made, of: 'numbers' })).toMatch(
    /^1 number will be added, 1,200 changed and 2 removed/,
  )
})
