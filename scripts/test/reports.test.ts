import { expect, test } from 'vitest'
import { resultsOfPlaywright, resultsOfVitest } from './reports.ts'
import { failuresOf } from './result.ts'

const file = (name: string, status: string, tests: Record<string, string>) => ({
  name: `/shop/${name}`,
  status,
  assertionResults: Object.entries(tests).map(([fullName, state]) => ({
    fullName,
    status: state,
    duration: 1500,
    failureMessages: state === 'failed' ? [`${fullName} is wrong`] : [],
  })),
})

const suite = (title: string, states: string[]) => ({
  title: 'order.spec.ts',
  file: 'order.spec.ts',
  specs: [
    {
      title,
      tests: states.map((status) => ({
        projectName: 'phone',
        status,
        results: [
          {
            duration: 2500,
            errors: status === 'expected' ? [] : [{ message: `${title} is ${status}` }],
            attachments: [
              { name: 'error-context', path: 'context.md' },
              { name: 'screenshot', path: 'page.png' },
              { name: 'a text of the test' },
            ],
          },
        ],
      })),
    },
  ],
})

test('a failed or skipped test counts as failed, with its name, file and time', () => {
  const report = {
    success: false,
    testResults: [file('a.test.ts', 'failed', { one: 'passed', two: 'failed', three: 'skipped' })],
  }
  const common = { file: 'a.test.ts', seconds: 1.5 }
  expect(resultsOfVitest(report, '/shop')).toEqual([
    { ...common, name: 'a.test.ts: one', outcome: 'passed', reason: '' },
    { ...common, name: 'a.test.ts: two', outcome: 'failed', reason: 'two is wrong' },
    { ...common, name: 'a.test.ts: three', outcome: 'failed', reason: '' },
  ])
  expect(failuresOf(resultsOfVitest(report, '/shop', { isSelected: true }))).toMatchObject([
    { name: 'a.test.ts: two' },
  ])
})

test('a test file that cannot be loaded counts as failed', () => {
  const report = { success: false, testResults: [file('a.test.ts', 'failed', {})] }
  expect(resultsOfVitest(report, '/shop')).toMatchObject([
    { name: 'a.test.ts (the file itself)', outcome: 'failed', file: 'a.test.ts' },
  ])
})

test('a failed run whose tests passed counts as failed', () => {
  const report = { success: false, testResults: [file('a.test.ts', 'passed', { one: 'passed' })] }
  expect(resultsOfVitest(report, '/shop')).toMatchObject([
    { outcome: 'passed' },
    { name: expect.stringContaining('Vitest itself'), outcome: 'failed' },
  ])
})

test('journeys count once per device, also in nested groups', () => {
  const outer = { ...suite('buys', ['expected', 'unexpected']), suites: [suite('pays', ['flaky'])] }
  const recorded = { seconds: 2.5, page: 'context.md', recordings: ['page.png'] }
  expect(resultsOfPlaywright({ errors: [], suites: [outer] })).toEqual([
    { ...recorded, name: 'order.spec.ts: buys (phone)', outcome: 'passed', reason: '' },
    {
      ...recorded,
      name: 'order.spec.ts: buys (phone)',
      outcome: 'failed',
      reason: 'buys is unexpected',
    },
    {
      ...recorded,
      name: 'order.spec.ts: pays (phone)',
      outcome: 'failed',
      reason: 'pays is flaky',
    },
  ])
})

test('journeys that could not start count as failed', () => {
  expect(failuresOf(resultsOfPlaywright({ errors: [{}], suites: [] }))).toHaveLength(1)
})
