/** How one test ended, or a check, which passes or fails as a whole. */
export interface TestResult {
  name: string
  /** A flaky test failed once and passed once. */
  outcome: 'passed' | 'flaky' | 'failed'
  /** The runner's messages about the failure; empty if there are none. */
  reason: string
  /** Never bad luck: a failure of the test runner or a step itself, or a skipped test. */
  isFinal?: boolean
  seconds?: number
  /** The file of a unit test. */
  file?: string
  /** A failure of the import or of a hook of `file`. */
  isOfFile?: boolean
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

/** A failure that is not looked at again. */
export const failedForGood = (name: string, reason = ''): TestResult => ({
  ...failed(name, reason),
  isFinal: true,
})

export const failuresOf = (results: readonly TestResult[]) =>
  results.filter(({ outcome }) => outcome === 'failed')

export const flakyOf = (results: readonly TestResult[]) =>
  results.filter(({ outcome }) => outcome === 'flaky')

/** The results of a runner, which has failed itself if it ends with an error that none of its tests explains. */
export function withExitCode(runner: string, code: number, results: readonly TestResult[]) {
  const isUnexplained = code !== 0 && failuresOf(results).length === 0
  return isUnexplained
    ? [...results, failedForGood(`${runner} itself`, `It ended with ${code}; its output is above.`)]
    : [...results]
}
