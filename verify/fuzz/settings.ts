import type { Parameters } from 'fast-check'

const { FUZZ_CASES, FUZZ_SEED } = process.env

/** Requests per call: few in `npm test`, where they are the same each time; `npm run fuzz` explores thousands. */
const cases = Number(FUZZ_CASES ?? 100)

/** Fixed in `npm test`, so that a failure is caused by the change; `npm run fuzz` chooses a new one. */
const seed = Number(FUZZ_SEED ?? 1)

/** Ends only tests that hang; the time of a single response is limited elsewhere. */
export const timeout = 120_000 + cases * 100

/** Parameters of a property whose case costs `weight` times as much as a call of the API. */
export const parameters = (weight = 1): Parameters<unknown> => ({
  seed,
  numRuns: Math.max(1, Math.ceil(cases / weight)),
  endOnFailure: false,
  // Before the timeout of the test, so that a slow run reports its case.
  interruptAfterTimeLimit: timeout * 0.9,
  markInterruptAsFailure: true,
})
