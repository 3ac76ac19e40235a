import { expect, test } from 'vitest'
import { subjectFaults } from './subject-rule.ts'

test.each([
  'http: move load shedding into one folder',
  'ui/forms, web: add a field for the warranty',
  'db: pass the time limit to migrations',
  'orders: seed demo orders',
  'docs: link `operations.md` from README.md',
  'release: 0.2.0',
  'release: record 0.2.0',
  `db: ${'add '.repeat(17)}`.slice(0, 72).trimEnd(),
])('the subject "%s" is accepted', (subject) => {
  expect(subjectFaults(subject)).toEqual([])
})

test.each([
  ['no area', 'Move load shedding into one folder', 'has no `area: ` before the verb'],
  ['an area in upper case', 'HTTP: move load shedding', 'is not lower-case words'],
  ['no space after the colon', 'http:move load shedding', 'has no `area: ` before the verb'],
  ['a verb in upper case', 'http: Move load shedding', 'is not an imperative verb'],
  ['a past tense', 'http: moved load shedding', 'is not an imperative verb'],
  ['a third person', 'http: moves load shedding', 'is not an imperative verb'],
  ['a gerund', 'http: moving load shedding', 'is not an imperative verb'],
  ['no object', 'http: refactor', 'names no object after the verb'],
  ['a period at the end', 'http: move load shedding.', 'ends with a period'],
  ['73 characters', `db: add ${'a'.repeat(65)}`, 'has 73 characters, 72 at most'],
  ['a version that is not one', 'release: 0.2 at last', 'is not an imperative verb'],
])('a subject with %s is refused', (_, subject, fault) => {
  expect(subjectFaults(subject)).toEqual([expect.stringContaining(fault)])
})

test('every fault of a subject is named', () => {
  const subject = `Everything: Changed ${'x'.repeat(60)}.`
  expect(subjectFaults(subject)).toHaveLength(4)
})
