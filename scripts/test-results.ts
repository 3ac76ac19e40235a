/** What one step of the tests found: how much passed, and the name of everything that did not. */
export interface Tally {
  passed: number
  failed: string[]
}

interface VitestReport {
  success: boolean
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

interface PlaywrightReport {
  errors: unknown[]
  suites: Suite[]
}

interface Suite {
  file: string
  specs: { title: string; tests: { projectName: string; status: string }[] }[]
  suites?: Suite[]
}

/** Only what ran and passed counts as passed: a skipped test guarantees nothing. */
export function tallyVitest({ success, testResults }: VitestReport, root: string): Tally {
  const tests = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    if (status === 'failed' && assertionResults.every((test) => test.status === 'passed')) {
      return [{ name: `${file} (the file itself)`, passed: false }]
    }
    return assertionResults.map((test) => ({
      name: `${file}: ${test.fullName}`,
      passed: test.status === 'passed',
    }))
  })
  const tally = tallyOf(tests)
  const unexplained = !success && tally.failed.length === 0
  return unexplained ? { ...tally, failed: ['Vitest itself (see its errors above)'] } : tally
}

export function tallyPlaywright({ errors, suites }: PlaywrightReport): Tally {
  const tally = tallyOf(suites.flatMap(testsOf))
  return errors.length > 0
    ? { ...tally, failed: [...tally.failed, 'Playwright itself (see its errors above)'] }
    : tally
}

export function addTallies(tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.flatMap(({ failed }) => failed),
  }
}

export const closingLine = ({ passed, failed }: Tally) =>
  `${passed} passed, ${failed.length} failed`

function testsOf({ file, specs, suites = [] }: Suite): { name: string; passed: boolean }[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status }) => ({
      name: `${file}: ${title} (${projectName})`,
      passed: status === 'expected',
    })),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

function tallyOf(tests: { name: string; passed: boolean }[]): Tally {
  const failed = tests.filter(({ passed }) => !passed)
  return { passed: tests.length - failed.length, failed: failed.map(({ name }) => name) }
}
