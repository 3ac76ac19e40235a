import { expect, test } from 'vitest'
import { addTallies, closingLine, tallyPlaywright, tallyVitest } from './test-results.ts'

const file = (name: string, status: string, tests: Record<string, string>) => ({
  name: `/shop/${name}`,
  status,
  assertionResults: Object.entries(tests).map(([fullName, state]) => ({ fullName, status: state })),
})

const suite = (title: string, states: string[]) => ({
  file: 'order.spec.ts',
  specs: [{ title, tests: states.map((status) => ({ projectName: 'phone', status })) }],
})

test('every test that did not run and pass counts as failed, by its name', () => {
  const report = {
    success: false,
    testResults: [file('a.test.ts', 'failed', { one: 'passed', two: 'failed', three: 'skipped' })],
  }
  expect(tallyVitest(report, '/shop')).toEqual({
    passed: 1,
    failed: ['a.test.ts: two', 'a.test.ts: three'],
  })
})

test('a test file that cannot even be loaded counts as failed', () => {
  const report = { success: false, testResults: [file('a.test.ts', 'failed', {})] }
  expect(tallyVitest(report, '/shop').failed).toEqual(['a.test.ts (the file itself)'])
})

test('a run that fails although each test passes counts as failed', () => {
  const report = { success: false, testResults: [file('a.test.ts', 'passed', { one: 'passed' })] }
  expect(tallyVitest(report, '/shop')).toEqual({
    passed: 1,
    failed: [expect.stringContaining('Vitest itself')],
  })
})

test('browser journeys count once for each device, also in nested groups', () => {
  const outer = { ...suite('buys', ['expected', 'unexpected']), suites: [suite('pays', ['flaky'])] }
  expect(tallyPlaywright({ errors: [], suites: [outer] })).toEqual({
    passed: 1,
    failed: ['order.spec.ts: buys (phone)', 'order.spec.ts: pays (phone)'],
  })
})

test('journeys that could not start count as failed', () => {
  expect(tallyPlaywright({ errors: [{}], suites: [] }).failed).toHaveLength(1)
})

test('the closing line sums up all steps', () => {
  const total = addTallies([
    { passed: 2, failed: ['lint'] },
    { passed: 3, failed: [] },
  ])
  expect(closingLine(total)).toBe('5 passed, 1 failed')
})
