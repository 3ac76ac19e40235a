import { expect, test } from 'vitest'
import { unknownFiles, walks } from './test-files.ts'

test('a word that names no test file is found, also beside one that does', () => {
  const unit = ['scripts/test/test-files.test.ts', 'scripts/test', 'scripts/none.test.ts']
  expect(unknownFiles('unit', unit)).toEqual(['scripts/none.test.ts'])
  expect(unknownFiles('e2e', ['cart', 'e2e/journeys/cart.spec.ts:12', 'nothere'])).toEqual([
    'nothere',
  ])
  expect(unknownFiles('e2e', ['cart', '('])).toEqual(['('])
  expect(unknownFiles('unit', [])).toEqual([])
})

test('the files that take samples are the walks', () => {
  expect(walks('e2e')).toContain('e2e/journeys/every-width.spec.ts')
  expect(walks('unit')).toContain('verify/races/races.test.ts')
  expect(walks('unit')).not.toContain('src/server/testing/sample.test.ts')
})
