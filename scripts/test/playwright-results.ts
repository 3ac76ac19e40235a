import { failedForGood } from './result.ts'
import type { TestResult } from './result.ts'

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

/** A skipped journey counts as failed. */
export function resultsOfPlaywright({ errors, suites }: PlaywrightReport): TestResult[] {
  const results = suites.flatMap((suite) => journeysOf(suite, []))
  return errors.length > 0
    ? [...results, failedForGood('Playwright itself', messagesOf(errors))]
    : results
}

const reasonOf = (status: string, faults: Fault[]) =>
  status === 'unexpected' && faults.length === 0
    ? 'It passed, and was to fail.'
    : messagesOf(faults)

const messagesOf = (faults: Fault[]) => faults.map(({ message }) => message ?? '').join('\n')

function journeysOf({ file, specs, suites = [] }: Suite, groups: readonly string[]): TestResult[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }): TestResult => {
      const attachments = results.flatMap(({ attachments = [] }) => attachments)
      return {
        name: `${file}: ${[...groups, title].join(' › ')} (${projectName})`,
        outcome: status === 'expected' ? 'passed' : 'failed',
        reason:
          status === 'skipped'
            ? 'It was skipped.'
            : reasonOf(
                status,
                results.flatMap(({ errors }) => errors),
              ),
        ...(status === 'skipped' && { isFinal: true }),
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        page: attachments.find(({ name }) => name === 'error-context')?.path,
        recordings: attachments.flatMap(({ name, path }) =>
          path && ['screenshot', 'trace'].includes(name) ? [path] : [],
        ),
      }
    }),
  )
  return [...own, ...suites.flatMap((suite) => journeysOf(suite, [...groups, suite.title]))]
}
