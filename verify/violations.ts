import type { Violation } from '../src/server/invariants/invariant.ts'
import { examplesShown } from '../src/server/invariants/invariant.ts'

/** The violation of a promise, with its examples; none without examples. */
export const violations = (invariant: string, promise: string, examples: string[]): Violation[] =>
  examples.length === 0
    ? []
    : [{ invariant, promise, count: examples.length, examples: examples.slice(0, examplesShown) }]

/** One line for each violation. */
export const describeViolations = (list: readonly Violation[]): string[] =>
  list.map(
    ({ invariant, promise, count, examples }) =>
      `${invariant}: ${promise} (${count}: ${examples.join(', ')})`,
  )
