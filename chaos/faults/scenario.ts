import type { Violation } from '../../src/server/invariants/invariant.ts'

/** What a fault did, in figures, and which promises did not hold. */
export interface Outcome {
  figures: Readonly<Record<string, string | number>>
  broken: readonly string[]
}

export interface Scenario {
  name: string
  /** A sentence instead, where this computer does not allow such a fault. */
  run(): Promise<Outcome | string>
}

export const sentences = (violations: readonly Violation[]) =>
  violations.map(
    ({ invariant, promise, count, examples }) =>
      `${invariant}: ${promise} (${count}: ${examples.join(', ')})`,
  )
