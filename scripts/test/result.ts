/** How one test ended, or a check, which passes or fails as a whole. */
export interface TestResult {
  name: string
  /** A flaky test failed once and passed once. */
  outcome: 'passed' | 'flaky' | 'failed'
  /** The runner's messages about the failure; empty if there are none. */
  reason: string
  seconds?: number
  /** The file of a unit test. */
  file?: string
  /** The file in which Playwright describes the page of a failed journey. */
  page?: string | undefined
  /** Pictures and traces of a failed journey. */
  recordings?: string[]
}

export const passed = (name: string): TestResult => ({ name, outcome: 'passed', reason: '' })

export const failed = (name: string, reason = ''): TestResult => ({
  name,
  outcome: 'failed',
  reason,
})

export const failuresOf = (results: readonly TestResult[]) =>
  results.filter(({ outcome }) => outcome === 'failed')

export const flakyOf = (results: readonly TestResult[]) =>
  results.filter(({ outcome }) => outcome === 'flaky')
