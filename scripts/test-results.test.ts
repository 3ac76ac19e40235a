import { expect, test } from 'vitest'
import {
  addTallies,
  closingLine,
  failureLines,
  tallyPlaywright,
  tallyVitest,
} from './test-results.ts'

const file = (name: string, status: string, tests: Record<string, string>) => ({
  name: `/shop/${name}`,
  status,
  assertionResults: Object.entries(tests).map(([fullName, state]) => ({
    fullName,
    status: state,
    failureMessages: state === 'failed' ? [`${fullName} is wrong`] : [],
  })),
})

const suite = (title: string, states: string[]) => ({
  file: 'order.spec.ts',
  specs: [
    {
      title,
      tests: states.map((status) => ({
        projectName: 'phone',
        status,
        results: [{ errors: status === 'expected' ? [] : [{ message: `${title} is ${status}` }] }],
      })),
    },
  ],
})

test('a failed or skipped test counts as failed, with its name', () => {
  const report = {
    success: false,
    testResults: [file('a.test.ts', 'failed', { one: 'passed', two: 'failed', three: 'skipped' })],
  }
  expect(tallyVitest(report, '/shop')).toEqual({
    passed: 1,
    failed: [
      { name: 'a.test.ts: two', reason: 'two is wrong' },
      { name: 'a.test.ts: three', reason: '' },
    ],
  })
  expect(tallyVitest(report, '/shop', { isSelected: true }).failed).toEqual([
    { name: 'a.test.ts: two', reason: 'two is wrong' },
  ])
})

test('a test file that cannot be loaded counts as failed', () => {
  const report = { success: false, testResults: [file('a.test.ts', 'failed', {})] }
  expect(tallyVitest(report, '/shop').failed).toMatchObject([
    { name: 'a.test.ts (the file itself)' },
  ])
})

test('a failed run whose tests passed counts as failed', () => {
  const report = { success: false, testResults: [file('a.test.ts', 'passed', { one: 'passed' })] }
  expect(tallyVitest(report, '/shop')).toEqual({
    passed: 1,
    failed: [{ name: expect.stringContaining('Vitest itself'), reason: '' }],
  })
})

test('journeys count once per device, also in nested groups', () => {
  const outer = { ...suite('buys', ['expected', 'unexpected']), suites: [suite('pays', ['flaky'])] }
  expect(tallyPlaywright({ errors: [], suites: [outer] })).toEqual({
    passed: 1,
    failed: [
      { name: 'order.spec.ts: buys (phone)', reason: 'buys is unexpected' },
      { name: 'order.spec.ts: pays (phone)', reason: 'pays is flaky' },
    ],
  })
})

test('journeys that could not start count as failed', () => {
  expect(tallyPlaywright({ errors: [{}], suites: [] }).failed).toHaveLength(1)
})

test('the closing line has the totals of all steps', () => {
  const total = addTallies([
    { passed: 2, failed: [{ name: 'lint', reason: '' }] },
    { passed: 3, failed: [] },
  ])
  expect(closingLine(total)).toBe('5 passed, 1 failed')
})

test('a failure is printed with a shortened reason without colours', () => {
  const reason = `\u001B[31mError\u001B[39m: wrong\n\n${'at a line\n'.repeat(100)}`
  const lines = failureLines({ passed: 0, failed: [{ name: 'a.test.ts: two', reason }] })
  expect(lines.slice(0, 3)).toEqual(['  a.test.ts: two', '      Error: wrong', '      at a line'])
  expect(lines.length).toBeLessThan(30)
})

test('the main part of the page of a failed journey is printed before the failures', () => {
  const attachments = [{ name: 'error-context', path: 'context.md' }]
  const tests = [
    {
      projectName: 'phone',
      status: 'unexpected',
      results: [{ errors: [{ message: 'no button' }], attachments }],
    },
  ]
  const suites = [{ file: 'order.spec.ts', specs: [{ title: 'buys', tests }] }]
  const context =
    '# Page snapshot\n\n```yaml\n- banner\n- main:\n  - heading "Cart"\n```\n\n# Test source\n'
  const files: Record<string, string> = { 'context.md': context }
  const lines = failureLines(tallyPlaywright({ errors: [], suites }), (file) => files[file] ?? '')
  expect(lines).toEqual([
    '  the page of order.spec.ts: buys (phone)',
    '      - main:',
    '        - heading "Cart"',
    '  order.spec.ts: buys (phone)',
    '      no button',
  ])
})
