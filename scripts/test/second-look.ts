import { failed, failuresOf, flakyOf } from './result.ts'
import type { TestResult } from './result.ts'

/** So many flaky tests are bad luck; more are a fault of the product or of the tests. */
const flakyMax = 5

/** Beyond, something common to all is broken, and running each again would take longer than the whole run. */
const repeatedMax = 25

/** Tests that search for lost money and stock, in races and in calls at random: one find is a find. */
const searches = /^verify\/(?:faults|fuzz|races|storm)\//

const violatedInvariant = /invariant/i

/** The failures that may be bad luck. None if too many tests have failed. */
export function worthASecondLook(results: readonly TestResult[]): TestResult[] {
  const failures = failuresOf(results)
  if (failures.length > repeatedMax) return []
  return failures.filter(mayBeLuck)
}

const mayBeLuck = ({ name, reason, isFinal = false }: TestResult) =>
  !isFinal && !searches.test(name) && !violatedInvariant.test(reason)

/**
 * The results of a run after some of its tests were run again, alone. A test that failed once and passed once is flaky,
 * whichever came first; one that was not run again has the result of the first run, and so has one whose failure is
 * never bad luck, which is run again with others of its file. A file is looked at again in all of its tests.
 */
export function afterSecondLook(
  first: readonly TestResult[],
  second: readonly TestResult[],
): TestResult[] {
  const byName = Map.groupBy(second, ({ name }) => name)
  const byFile = Map.groupBy(second, ({ file }) => file)
  const outcomes = first.map((result): TestResult => {
    const later = (result.isOfFile ? byFile.get(result.file) : byName.get(result.name)) ?? []
    const both = [result, ...later]
    const failures = failuresOf(both)
    const [failure] = failures
    if (!failure || later.length === 0) return result
    const isFlaky = result.outcome === 'passed' || failuresOf(later).length === 0
    return {
      ...failure,
      outcome: isFlaky && failures.every(mayBeLuck) ? 'flaky' : 'failed',
      recordings: both.flatMap(({ recordings = [] }) => recordings),
    }
  })
  const known = new Set(first.map(({ name }) => name))
  const added = failuresOf(second).filter(({ name }) => !known.has(name))
  return [...outcomes, ...added.map(asSeenOnce)]
}

/** A hook that failed in the second look only has passed in the first; a test that is not known had not been run. */
const asSeenOnce = (failure: TestResult): TestResult =>
  failure.isOfFile && mayBeLuck(failure) ? { ...failure, outcome: 'flaky' } : failure

/** A failure if more tests are flaky than bad luck explains. */
export function tooManyFlaky(results: readonly TestResult[]): TestResult[] {
  const count = flakyOf(results).length
  return count > flakyMax ? [failed(`${count} tests are flaky, ${flakyMax} at most may be`)] : []
}
