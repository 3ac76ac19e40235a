import { readFileSync } from 'node:fs'
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
  /** The file in which Playwright describes the page of a failed journey. */
  page?: string | undefined
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
  results: { errors: Fault[]; attachments?: { name: string; path?: string }[] }[]
}

interface Result extends Failure {
  passed: boolean
}

const reasonLinesMax = 25
const pageLinesMax = 80

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

/**
 * The pages of failed journeys, then each failure with the first lines of its reason, for the end of a long log: CI
 * keeps no files, and shows of a long log its last lines.
 */
export const failureLines = ({ failed }: Tally, read = readText) => [
  ...failed.flatMap(({ name, page }) =>
    page === undefined
      ? []
      : [`  the page of ${name}`, ...indented(mainPartOf(read(page)), pageLinesMax)],
  ),
  ...failed.flatMap(({ name, reason }) => [
    `  ${name}`,
    ...indented(stripVTControlCharacters(reason), reasonLinesMax),
  ]),
]

const readText = (file: string) => readFileSync(file, 'utf8')

const indented = (text: string, linesMax: number) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, linesMax)
    .map((line) => `      ${line}`)

/** The main part of the page in Playwright's description, or all of the page without one. */
function mainPartOf(description: string) {
  const [, page = ''] = /^```yaml\n(.*?)^```/ms.exec(description) ?? []
  return page.slice(Math.max(0, page.search(/^ *- main\b/m)))
}

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
      page: results
        .flatMap(({ attachments = [] }) => attachments)
        .find(({ name }) => name === 'error-context')?.path,
    })),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

function tallyOf(tests: Result[]): Tally {
  const failed = tests.filter(({ passed }) => !passed)
  return {
    passed: tests.length - failed.length,
    failed: failed.map(({ name, reason, page }) => ({ name, reason, page })),
  }
}
