import type { Violation } from '../../src/server/invariants/invariant.ts'

/** What a fault did, in figures, and which promises did not hold. */
export interface Outcome {
  figures: Readonly<Record<string, string | number>>
  broken: readonly string[]
}

export interface Scenario {
  name: string
  /**
   * `stallMs` is how much later than promised it may all work again. A sentence instead of an outcome,
   * where this computer does not allow such a fault.
   */
  run(stallMs: number): Promise<Outcome | string>
}

/** The shop works again by itself within five seconds after what it stands on has come back. */
export const recoveryMsMax = 5_000

export const sentences = (violations: readonly Violation[]) =>
  violations.map(
    ({ invariant, promise, count, examples }) =>
      `${invariant}: ${promise} (${count}: ${examples.join(', ')})`,
  )
