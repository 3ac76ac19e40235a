import { expect, test } from 'vitest'
import { unknownFiles } from './test-files.ts'

test('a word that names no test file is found, also beside one that does', () => {
  const unit = ['scripts/test/test-files.test.ts', 'scripts/test', 'scripts/none.test.ts']
  expect(unknownFiles('unit', unit)).toEqual(['scripts/none.test.ts'])
  expect(unknownFiles('e2e', ['cart', 'e2e/journeys/cart.spec.ts:12', 'nothere'])).toEqual([
    'nothere',
  ])
  expect(unknownFiles('unit', [])).toEqual([])
})
