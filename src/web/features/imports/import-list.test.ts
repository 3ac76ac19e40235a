import { expect, test } from 'vitest'
import type { FileImport } from '#contract/imports/imports.ts'
import {
  consequenceOf,
  countsOf,
  importRows,
  sentenceOf,
  tabOf,
  tabTextsOf,
} from './import-list.ts'

const counts = { new: 0, changed: 0, unchanged: 5, wrong: 0 }

const checked: FileImport = {
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

test('the first tab is errors, else changes, else what is added or removed', () => {
  expect(tabOf({ counts: { ...counts, wrong: 1, changed: 2 } })).toBe('wrong')
  expect(tabOf({ counts: { ...counts, new: 3, changed: 2 } })).toBe('changed')
  expect(tabOf({ counts: { ...counts, new: 3, removed: 2 } })).toBe('new')
  expect(tabOf({ counts: { ...counts, removed: 2 } })).toBe('removed')
  expect(tabOf({ counts })).toBe('unchanged')
})

test.each([
  ['products', 'checked', ['wrong', 'changed', 'new', 'unchanged']],
  ['products', 'undone', ['wrong', 'changed', 'new', 'unchanged', 'kept']],
  ['numbers', 'applied', ['wrong', 'changed', 'new', 'removed', 'unchanged']],
] as const)('an import of %s that is %s has the tabs that can have rows', (of, state, tabs) => {
  expect(Object.keys(tabTextsOf({ of, state, counts }))).toEqual(tabs)
  const skipping = { of, state, counts: { ...counts, skipped: 1 } }
  expect(Object.keys(tabTextsOf(skipping))).toEqual(expect.arrayContaining([...tabs, 'skipped']))
})

test('an address opens a tab that is shown, else the first, and each tab has its count', () => {
  const made = { ...checked, counts: { ...counts, changed: 2 } }
  const tabAt = (search: string, of: FileImport['of']) =>
    importRows({ ...made, of }).parseParams(new URLSearchParams(search)).tab
  expect(tabAt('', 'products')).toBe('changed')
  expect(tabAt('?tab=unchanged', 'products')).toBe('unchanged')
  expect(tabAt('?tab=removed', 'products')).toBe('changed')
  expect(tabAt('?tab=removed', 'fitments')).toBe('removed')
  expect(countsOf({ ...made, keptRows: 3 }).counts).toEqual({
    ...made.counts,
    removed: 0,
    skipped: 0,
    kept: 3,
  })
})

test.each([
  [{ counts: { ...counts, wrong: 1 } }, /^1 row cannot be imported as it is/],
  [{ counts: { ...counts, wrong: 1200 } }, /^1,200 rows cannot be imported as they are/],
  [{ counts: { ...counts, changed: 1 } }, /Nothing has changed yet/],
  [{ counts: { ...counts, removed: 1 } }, /Nothing has changed yet/],
  [{ counts: { ...counts, changed: 1 }, problem: 'It was imported before' }, /was not imported/],
  [{}, /already matches/],
  [{ counts: { ...counts, wrong: 1 } }, /Nothing is imported until the file has no errors\.$/],
  [
    { counts: { ...counts, wrong: 1, new: 2 }, canLeaveOut: true },
    /or import it without these parts\.$/,
  ],
  [
    { of: 'numbers', mode: 'replace', counts: { ...counts, wrong: 1, new: 2 }, canLeaveOut: false },
    /until the file has no errors\. Rows can be left out of one that only adds\.$/,
  ],
  [{ counts: { ...counts, new: 1, skipped: 1 } }, /then import\. 1 row is left out\.$/],
  [{ counts: { ...counts, unchanged: 0, skipped: 2 } }, /^The shop has none of the parts in/],
  [
    { state: 'applied', counts: { ...counts, new: 1, wrong: 1, skipped: 2 } },
    /^The file was imported\. 1 row with errors and 2 more are left out\.$/,
  ],
  [
    { state: 'applied', counts: { ...counts, wrong: 1 } },
    /^Nothing of the file was imported\. 1 row with errors is left out\.$/,
  ],
  [{ state: 'undone', keptRows: 1 }, /1 row kept later sales/],
  [{ of: 'numbers', state: 'undone', keptRows: 2 }, /2 rows kept later manual changes/],
  [
    { of: 'fitments', state: 'undone', keptRows: 3, keptParts: 1 },
    /1 part changed since kept what it fits/,
  ],
  [{ of: 'fitments', state: 'failed' }, /could not be checked/],
] as const)('an import that is %j is said in a sentence', (changes, sentence) => {
  expect(sentenceOf({ ...checked, ...changes })).toMatch(sentence)
})

test('the question before an import says what becomes of products, numbers or fitments', () => {
  const made = { counts: { ...counts, new: 1, changed: 1200, removed: 2 } }
  expect(consequenceOf({ ...made, of: 'products' })).toMatch(/^1 product will be added and 1,200/)
  expect(consequenceOf({ ...made, of: 'numbers' })).toMatch(
    /^1 number will be added, 1,200 changed and 2 removed/,
  )
  expect(consequenceOf({ ...made, of: 'fitments', parts: 2 })).toMatch(
    /^Of 2 parts, 1 fitment will be added, 1,200 changed and 2 removed/,
  )
  expect(consequenceOf({ counts: { ...made.counts, wrong: 3 }, of: 'products' })).toMatch(
    /^1 product will be added and 1,200 changed, except for parts with an error in the file, which/,
  )
})
