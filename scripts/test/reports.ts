import { failed } from './result.ts'
import type { TestResult } from './result.ts'

interface VitestReport {
  success: boolean
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: {
      fullName: string
      status: string
      duration?: number
      failureMessages?: string[]
    }[]
  }[]
}

interface PlaywrightReport {
  errors: Fault[]
  suites: Suite[]
}

interface Fault {
  message?: string
}

/** A file of journeys, or a group in it, of which `title` is the name. */
export interface Suite {
  title: string
  file: string
  specs: { title: string; tests: Journey[] }[]
  suites?: Suite[]
}

interface Journey {
  projectName: string
  status: string
  results: {
    duration: number
    errors: Fault[]
    attachments?: { name: string; path?: string }[]
  }[]
}

/**
 * A skipped test counts as failed. If a title selects tests, Vitest reports the others as skipped, and they do
 * not count.
 */
export function resultsOfVitest(
  { success, testResults }: VitestReport,
  root: string,
  { isSelected = false } = {},
): TestResult[] {
  const results = testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    if (status === 'failed' && assertionResults.every((test) => test.status === 'passed')) {
      return [{ ...failed(`${file} (the file itself)`, message), file }]
    }
    const counted = assertionResults.filter(({ status }) => !isSelected || status !== 'skipped')
    return counted.map((test): TestResult => ({
      name: `${file}: ${test.fullName}`,
      outcome: test.status === 'passed' ? 'passed' : 'failed',
      reason: test.failureMessages?.join('\n') ?? '',
      seconds: (test.duration ?? 0) / 1000,
      file,
    }))
  })
  const isUnexplained = !success && results.every(({ outcome }) => outcome === 'passed')
  return isUnexplained ? [...results, failedRunner('Vitest')] : results
}

export function resultsOfPlaywright({ errors, suites }: PlaywrightReport): TestResult[] {
  const results = suites.flatMap(journeysOf)
  return errors.length > 0 ? [...results, failedRunner('Playwright', messagesOf(errors))] : results
}

const failedRunner = (runner: string, reason = '') =>
  failed(`${runner} itself (see its errors above)`, reason)

const messagesOf = (faults: Fault[]) => faults.map(({ message }) => message ?? '').join('\n')

function journeysOf({ file, specs, suites = [] }: Suite): TestResult[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }): TestResult => {
      const attachments = results.flatMap(({ attachments = [] }) => attachments)
      return {
        name: `${file}: ${title} (${projectName})`,
        outcome: status === 'expected' ? 'passed' : 'failed',
        reason: messagesOf(results.flatMap(({ errors }) => errors)),
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        page: attachments.find(({ name }) => name === 'error-context')?.path,
        recordings: attachments.flatMap(({ name, path }) =>
          path && ['screenshot', 'trace'].includes(name) ? [path] : [],
        ),
      }
    }),
  )
  return [...own, ...suites.flatMap(journeysOf)]
}
