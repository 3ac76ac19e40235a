import type { Violation } from '../../src/server/invariants/invariant.ts'
import { examplesShown } from '../../src/server/invariants/invariant.ts'

/** The violation of a promise, told by what breaks it; none, if nothing does. */
export const violations = (invariant: string, promise: string, broken: string[]): Violation[] =>
  broken.length === 0
    ? []
    : [{ invariant, promise, count: broken.length, examples: broken.slice(0, examplesShown) }]
