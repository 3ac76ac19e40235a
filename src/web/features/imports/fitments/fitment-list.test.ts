import { expect, test } from 'vitest'
import type { FitmentImport } from '#contract/vehicles/fitment-imports.ts'
import { consequenceOf, sentenceOf, tabOf } from './fitment-list.ts'

const counts = { new: 0, changed: 0, removed: 0, unchanged: 5, wrong: 0 }
const made: FitmentImport = {
  _id: 'id',
  fileName: 'fits.csv',
  mode: 'replace',
  by: 'ada@shop.example',
  createdAt: '2026-11-24T08:00:00.000Z',
  state: 'checked',
  counts,
  parts: 1,
  progress: 0,
  problem: null,
  problems: [],
  keptParts: 0,
  keptRows: 0,
}

test('the first tab is errors, else changes, else what is added or removed', () => {
  expect(tabOf({ counts: { ...counts, wrong: 1, changed: 2 } })).toBe('wrong')
  expect(tabOf({ counts: { ...counts, changed: 1, new: 3 } })).toBe('changed')
  expect(tabOf({ counts: { ...counts, new: 3, removed: 2 } })).toBe('new')
  expect(tabOf({ counts: { ...counts, removed: 2 } })).toBe('removed')
  expect(tabOf({ counts })).toBe('unchanged')
})

test.each([
  [{ counts: { ...counts, wrong: 1 } }, /^1 row cannot be imported as it is/],
  [{ counts: { ...counts, wrong: 1200 } }, /^1,200 rows cannot be imported as they are/],
  [{ counts: { ...counts, removed: 1 } }, /changes what 1 part fits/],
  [{ counts: { ...counts, new: 1 }, parts: 2 }, /changes what 2 parts fit/],
  [{ counts: { ...counts, new: 1 }, problem: 'It was changed' }, /was not imported/],
  [{}, /already matches/],
  [{ state: 'undone', keptParts: 1 }, /1 part changed since kept what it fits/],
  [{ state: 'failed' }, /could not be checked/],
] as const)('an import of fitments that is %j is said in a sentence', (changes, sentence) => {
  expect(sentenceOf({ ...made, ...changes })).toMatch(sentence)
})

test('the question before an import names what is added, changed and removed', () => {
  expect(
    consequenceOf({ ...made, counts: { ...counts, new: 1, changed: 1200 }, parts: 2 }),
  ).toMatch(/^Of 2 parts, 1 fitment will be added, 1,200 changed and 0 removed/)
})
