import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/security/asvs.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, item = '', level = '', state = '', why = '']) => ({ item, level, state, why }))

test('each of the 70 + 183 items of ASVS levels 1 and 2 is marked once, with a reason', () => {
  expect(new Set(rows.map(({ item }) => item)).size).toBe(253)
  const levels = Map.groupBy(rows, ({ level }) => level)
  expect([levels.get('1')?.length, levels.get('2')?.length]).toEqual([70, 183])
  const states = ['test', 'by design', 'not applicable', 'deviation']
  const unmarked = rows.filter(({ state, why }) => !states.includes(state) || why === '')
  expect(unmarked).toEqual([])
})

test('whatever is shown by a test names one that exists', () => {
  for (const { item, why } of rows.filter(({ state }) => state === 'test')) {
    const files = Array.from(why.matchAll(/`([\w./-]+\.ts)`/g), ([, file = '']) => file)
    const found = files.filter((file) => existsSync(file))
    expect([item, found.length > 0, found]).toEqual([item, true, files])
  }
})
