import type { Parameters } from 'fast-check'

const { FUZZ_CASES, FUZZ_SEED } = process.env

/** Cases of each call. */
const cases = Number(FUZZ_CASES ?? 500)

/** One seed for every push, so that a red test is about the change; by hand each run takes a new one. */
const seed = Number(FUZZ_SEED ?? 1)

/** How long one answer may take is measured elsewhere: this ends only what hangs. */
export const timeout = 120_000 + cases * 100

/** For a property that costs `weight` times as much as a call of the API. */
export const parameters = (weight = 1): Parameters<unknown> => ({
  seed,
  numRuns: Math.max(1, Math.ceil(cases / weight)),
  endOnFailure: false,
  // Ends before the timeout of the test, so that a slow run still reports its case.
  interruptAfterTimeLimit: timeout * 0.9,
  markInterruptAsFailure: true,
})
