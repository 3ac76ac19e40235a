import { expect, test } from 'vitest'
import { failed, passed } from './result.ts'
import { closingLine, slowestLines, summaryLines } from './summary.ts'

const flaky = (name: string, reason: string) =>
  ({ ...failed(name, reason), outcome: 'flaky' }) as const

test('the closing line counts flaky tests as passed', () => {
  expect(closingLine([passed('one'), flaky('two', ''), failed('three')])).toBe('2 passed, 1 failed')
})

test('a failure is listed with a shortened reason without colours', () => {
  const reason = `\u001B[31mError\u001B[39m: wrong\n\n${'at a line\n'.repeat(100)}`
  const lines = summaryLines([failed('a.test.ts: two', reason)])
  expect(lines.slice(0, 5)).toEqual([
    '',
    'Failed:',
    '  a.test.ts: two',
    '      Error: wrong',
    '      at a line',
  ])
  expect(lines.length).toBeLessThan(35)
  expect(lines.slice(-2)).toEqual(['', '0 passed, 1 failed'])
})

/** @shows row-245 */
test('a flaky test is listed with its first error, its picture and how often it failed', () => {
  const results = [passed('one'), { ...flaky('two', 'was late'), recordings: ['two.png'] }]
  expect(summaryLines(results)).toEqual([
    '',
    'Flaky, failed in 1 of 2 runs:',
    '  two',
    '      was late',
    '      two.png',
    '',
    'Flaky: 1',
    '2 passed, 0 failed',
  ])
})

test('the main part of the page of a failed journey is printed before the failures', () => {
  const context =
    '# Page snapshot\n\n```yaml\n- banner\n- main:\n  - heading "Cart"\n```\n\n# Test source\n'
  const files: Record<string, string> = { 'context.md': context }
  const failure = { ...failed('buys (phone)', 'no button'), page: 'context.md' }
  expect(summaryLines([failure], (file) => files[file] ?? '')).toEqual([
    '',
    'The page of buys (phone):',
    '      - main:',
    '        - heading "Cart"',
    '',
    'Failed:',
    '  buys (phone)',
    '      no button',
    '      context.md',
    '',
    '0 passed, 1 failed',
  ])
})

test('frames outside the project, and a page without contents, are not printed', () => {
  const reason =
    'Error: wrong\n    at /shop/a.test.ts:1:2\n    at file:///shop/node_modules/x.js:3:4\n    at node:internal/a:5:6\n    at new Promise (<anonymous>)'
  const failure = { ...failed('buys (phone)', reason), page: 'context.md' }
  expect(summaryLines([failure], () => '# Test source')).toEqual([
    '',
    'Failed:',
    '  buys (phone)',
    '      Error: wrong',
    '          at /shop/a.test.ts:1:2',
    '      context.md',
    '',
    '0 passed, 1 failed',
  ])
})

test('the slowest tests are listed first, without checks', () => {
  const tests = Array.from({ length: 12 }, (_, index) => ({
    ...passed(`${index}`),
    seconds: index,
  }))
  const lines = slowestLines([passed('format'), ...tests])
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('    11.0 s  11')
})
