import { setTimeout as sleep } from 'node:timers/promises'

/** What one batch has done. */
export interface Batch<Id> {
  count: number
  /** Null after the last row. */
  last: Id | null
}

/**
 * Runs batches from `first` until none is left, and pauses after each for as long as it took, so that at most half of a core
 * works for a job that nobody waits for. Returns the sum of the counts.
 */
export async function inBatches<Id>(
  first: Id,
  run: (after: Id) => Promise<Batch<Id>>,
): Promise<number> {
  let sum = 0
  for (let after: Id | null = first; after !== null;) {
    const started = performance.now()
    const { count, last }: Batch<Id> = await run(after)
    sum += count
    after = last
    if (after !== null) await sleep(Math.ceil(performance.now() - started))
  }
  return sum
}
