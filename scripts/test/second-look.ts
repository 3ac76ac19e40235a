import { failed, failuresOf, flakyOf } from './result.ts'
import type { TestResult } from './result.ts'

/** So many flaky tests are bad luck; more are a fault of the product or of the tests. */
const flakyMax = 5

/** Beyond, something common to all is broken, and running each again would take longer than the whole run. */
const repeatedMax = 25

/** Tests that search for lost money and stock, in races and in calls at random: one find is a find. */
const searches = /^verify\/(?:faults|fuzz|races|storm)\//

const violatedInvariant = /\binvariants?\b/

/** The failures that may be bad luck. None if too many tests have failed. */
export function worthASecondLook(results: readonly TestResult[]): TestResult[] {
  const failures = failuresOf(results)
  if (failures.length > repeatedMax) return []
  return failures.filter(
    ({ name, reason }) => !searches.test(name) && !violatedInvariant.test(reason),
  )
}

/**
 * The results of a run after some of its tests were run again, alone. A test that failed once and passed once is flaky,
 * whichever came first; one that was not run again has the result of the first run.
 */
export function afterSecondLook(
  first: readonly TestResult[],
  second: readonly TestResult[],
): TestResult[] {
  const again = Map.groupBy(second, ({ name }) => name)
  return first.map((result) => {
    const later = again.get(result.name)
    if (!later) return result
    const [failure] = failuresOf([result, ...later])
    if (!failure) return result
    const isFlaky = result.outcome === 'passed' || failuresOf(later).length === 0
    return { ...failure, outcome: isFlaky ? 'flaky' : 'failed' }
  })
}

/** A failure if more tests are flaky than bad luck explains. */
export function tooManyFlaky(results: readonly TestResult[]): TestResult[] {
  const count = flakyOf(results).length
  return count > flakyMax ? [failed(`${count} tests are flaky, ${flakyMax} at most may be`)] : []
}
