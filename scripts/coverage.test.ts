import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingTests, namedTests } from './named-tests.ts'

const rows = readFileSync('docs/coverage.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))

test('every capability is shown by tests, and each of them exists', () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, index) => index + 1))
  for (const [, number, , tests = ''] of rows) {
    expect([number, missingTests(tests)]).toEqual([number, []])
    expect([number, namedTests(tests).length]).toEqual([number, tests.split('<br>').length])
  }
})
