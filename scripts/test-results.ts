import { stripVTControlCharacters } from 'node:util'

/** The result of a step: the number of passed tests, and the failures. */
export interface Tally {
  passed: number
  failed: Failure[]
}

interface Failure {
  name: string
  /** The runner's messages; empty if there are none. */
  reason: string
}

interface VitestReport {
  success: boolean
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

interface PlaywrightReport {
  errors: Fault[]
  suites: Suite[]
}

interface Fault {
  message?: string
}

interface Suite {
  file: string
  specs: { title: string; tests: Journey[] }[]
  suites?: Suite[]
}

interface Journey {
  projectName: string
  status: string
  results: { errors: Fault[] }[]
}

interface Result extends Failure {
  passed: boolean
}

const reasonLinesMax = 25

/**
 * A skipped test counts as failed. If a title selects tests, Vitest reports the others as skipped, and they do
 * not count.
 */
export function tallyVitest(
  { success, testResults }: VitestReport,
  root: string,
  { isSelected = false } = {},
): Tally {
  const tests = testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    if (status === 'failed' && assertionResults.every((test) => test.status === 'passed')) {
      return [{ name: `${file} (the file itself)`, passed: false, reason: message }]
    }
    const counted = assertionResults.filter(({ status }) => !isSelected || status !== 'skipped')
    return counted.map((test) => ({
      name: `${file}: ${test.fullName}`,
      passed: test.status === 'passed',
      reason: test.failureMessages?.join('\n') ?? '',
    }))
  })
  const tally = tallyOf(tests)
  const unexplained = !success && tally.failed.length === 0
  return unexplained ? { ...tally, failed: [failureOf('Vitest')] } : tally
}

export function tallyPlaywright({ errors, suites }: PlaywrightReport): Tally {
  const tally = tallyOf(suites.flatMap(testsOf))
  return errors.length > 0
    ? { ...tally, failed: [...tally.failed, failureOf('Playwright', messagesOf(errors))] }
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

/** Each failure with the first lines of its reason, for the end of a long log. */
export const failureLines = ({ failed }: Tally) =>
  failed.flatMap(({ name, reason }) => [
    `  ${name}`,
    ...stripVTControlCharacters(reason)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, reasonLinesMax)
      .map((line) => `      ${line}`),
  ])

const failureOf = (runner: string, reason = ''): Failure => ({
  name: `${runner} itself (see its errors above)`,
  reason,
})

const messagesOf = (faults: Fault[]) => faults.map(({ message }) => message ?? '').join('\n')

function testsOf({ file, specs, suites = [] }: Suite): Result[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `${file}: ${title} (${projectName})`,
      passed: status === 'expected',
      reason: messagesOf(results.flatMap(({ errors }) => errors)),
    })),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

function tallyOf(tests: Result[]): Tally {
  const failed = tests.filter(({ passed }) => !passed)
  return {
    passed: tests.length - failed.length,
    failed: failed.map(({ name, reason }) => ({ name, reason })),
  }
}
