import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingTests, namedTests } from './named-tests.ts'

const rows = readFileSync('docs/security/promises.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| P\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('each of the fourteen promises is kept in more than one way, and shown by tests that exist', () => {
  expect(rows.map(([, promise = '']) => promise.split(' ')[0])).toEqual(
    Array.from({ length: 14 }, (_, index) => `P${index + 1}`),
  )
  for (const [, promise, keepers = '', tests = ''] of rows) {
    const ways = keepers.match(/(?:Code|Database|Second|Sweep): /g) ?? []
    expect([promise, ways.length >= 2]).toEqual([promise, true])
    expect([promise, missingTests(tests)]).toEqual([promise, []])
    expect([promise, namedTests(tests).length]).toEqual([promise, tests.split('<br>').length])
  }
})
