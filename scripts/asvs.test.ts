import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingTests, namedTests } from './named-tests.ts'

const sheet = readFileSync('docs/security/asvs.md', 'utf8')
const rows = sheet
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, item = '', level = '', state = '', why = '']) => ({ item, level, state, why }))

const countBy = (key: 'level' | 'state') =>
  Object.fromEntries(
    [...Map.groupBy(rows, (row) => row[key])].map(([name, of]) => [name, of.length]),
  )

test('each item of ASVS levels 1 and 2 is marked once, with a reason, and the sheet counts them right', () => {
  expect(new Set(rows.map(({ item }) => item)).size).toBe(rows.length)
  expect(rows.filter(({ why }) => why === '')).toEqual([])
  const [, all, first, second] =
    /All (\d+) items of the two levels \((\d+) \+ (\d+)\)/.exec(sheet) ?? []
  expect([all, first, second]).toEqual(['253', '70', '183'])
  expect(rows).toHaveLength(253)
  expect(countBy('level')).toEqual({ 1: 70, 2: 183 })
  const states = /(\d+) by test, (\d+) by design,\s(\d+) not applicable, (\d+) deviations/
  const [, tests, design, none, deviations] = states.exec(sheet) ?? []
  expect(countBy('state')).toEqual({
    test: Number(tests),
    'by design': Number(design),
    'not applicable': Number(none),
    deviation: Number(deviations),
  })
})

test('whatever is shown by tests names them, and each that is named exists', () => {
  expect(rows.flatMap(({ item, why }) => missingTests(why).map((name) => [item, name]))).toEqual([])
  const files = Array.from(sheet.matchAll(/`([\w./-]+\.ts)`/g), ([, file = '']) => file)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const unnamed = rows.filter(({ state, why }) => state === 'test' && namedTests(why).length === 0)
  expect(unnamed).toEqual([])
})
