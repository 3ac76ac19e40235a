import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/coverage.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))

test('every capability is shown by tests, and each of them exists', () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, index) => index + 1))
  for (const [, number, , tests = ''] of rows) {
    const files = tests.split('<br>').map((part) => /^`([^`]+)`: (.+)$/.exec(part))
    expect([number, files]).not.toEqual([number, expect.arrayContaining([null])])
    for (const [, file = '', names = ''] of files.filter((found) => found !== null)) {
      const source = readFileSync(file, 'utf8')
      const missing = names.split(/(?<=”); /).filter((name) => !source.includes(name.slice(1, -1)))
      expect([number, file, missing]).toEqual([number, file, []])
    }
  }
})
