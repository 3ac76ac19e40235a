import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

/** Takes the processor for a while. */
function work() {
  const end = performance.now() + 40
  while (performance.now() < end) Math.random()
}

test('a job in batches pauses between them for as long as each took', async () => {
  const runs: { after: number; from: number; to: number }[] = []
  const sum = await inBatches(0, (after: number) => {
    const from = performance.now()
    work()
    runs.push({ after, from, to: performance.now() })
    return Promise.resolve({ count: 2, last: after < 3 ? after + 1 : null })
  })
  expect(sum).toBe(8)
  expect(runs.map(({ after }) => after)).toEqual([0, 1, 2, 3])
  const pauses = runs.slice(1).map(({ from }, index) => from - runs[index]!.to)
  // A timer may end a millisecond early.
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(39)
})
