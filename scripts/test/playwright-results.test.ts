import { expect, test } from 'vitest'
import { resultsOfPlaywright } from './playwright-results.ts'

const suite = (title: string, journey: string, states: string[]) => ({
  title,
  file: 'order.spec.ts',
  specs: [
    {
      title: journey,
      tests: states.map((status) => ({
        projectName: 'phone',
        status,
        results: [
          {
            duration: 2500,
            errors: status === 'expected' ? [] : [{ message: `${journey} is ${status}` }],
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

test('journeys count once per device, also in groups, whose names they carry', () => {
  const file = suite('order.spec.ts', 'buys', ['expected', 'unexpected'])
  const suites = [{ ...file, suites: [suite('on a slow line', 'buys', ['flaky'])] }]
  const recorded = { seconds: 2.5, page: 'context.md', recordings: ['page.png'] }
  expect(resultsOfPlaywright({ errors: [], suites })).toEqual([
    { ...recorded, name: 'order.spec.ts: buys (phone)', outcome: 'passed', reason: '' },
    {
      ...recorded,
      name: 'order.spec.ts: buys (phone)',
      outcome: 'failed',
      reason: 'buys is unexpected',
    },
    {
      ...recorded,
      name: 'order.spec.ts: on a slow line › buys (phone)',
      outcome: 'failed',
      reason: 'buys is flaky',
    },
  ])
})

test('a skipped journey, and one that was to fail and passed, have failed with their reason', () => {
  const suites = [suite('order.spec.ts', 'buys', ['skipped', 'unexpected'])]
  suites[0]!.specs[0]!.tests[1]!.results = []
  expect(resultsOfPlaywright({ errors: [], suites })).toMatchObject([
    { outcome: 'failed', reason: 'It was skipped.', isFinal: true },
    { outcome: 'failed', reason: 'It passed, and was to fail.' },
  ])
})

test('journeys that could not start are a failure of the runner', () => {
  const report = { errors: [{ message: 'no browser' }], suites: [] }
  expect(resultsOfPlaywright(report)).toEqual([
    { name: 'Playwright itself', outcome: 'failed', reason: 'no browser', isFinal: true },
  ])
})
