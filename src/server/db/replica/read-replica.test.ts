import { afterEach, expect, test } from 'vitest'
import type { Queries, ReadReplica } from './read-replica.ts'
import { openReplica } from './read-replica.ts'

let reads: ReadReplica
afterEach(() => reads.stop())

function answering(answer: (values: unknown[]) => object) {
  const query = async (_: string, values: unknown[]) => ({ rows: [answer(values)] })
  return { pool: { query } } as unknown as Queries
}

/** A primary and a standby with positions that the test sets. */
function openPair(options: Parameters<typeof openReplica>[2] = {}) {
  const at = { written: 1, replayed: 1 }
  let comparisons = 0
  const primary = answering(() => ({ lsn: String(at.written) }))
  const standby = answering(([lsn]) => {
    comparisons += 1
    return { near: at.replayed >= Number(lsn) }
  })
  reads = openReplica(primary, standby, {
    everyMs: 5,
    validMs: 60_000,
    timeoutMs: 50,
    ...options,
  })
  const ask = () => reads.run(async (from) => (from === standby ? 'standby' : 'primary'))
  return {
    at,
    ask,
    standby,
    comparisons: () => comparisons,
    async afterComparisons(count: number) {
      const before = comparisons
      await expect.poll(() => comparisons).toBeGreaterThanOrEqual(before + count)
    },
  }
}

/** @shows row-71 */
test('reads use the standby while its lag is small, else the primary', async () => {
  const { at, ask } = openPair()
  expect(await ask()).toBe('primary')
  await expect.poll(ask).toBe('standby')
  at.written = 2
  await expect.poll(ask).toBe('primary')
  at.replayed = 2
  await expect.poll(ask).toBe('standby')
})

/** @shows row-71 */
test('after a write reads use the primary until the standby has replayed it', async () => {
  const { at, ask, afterComparisons } = openPair()
  await expect.poll(ask).toBe('standby')
  at.written = 2
  reads.markStale()
  expect(await ask()).toBe('primary')
  await afterComparisons(3)
  expect(await ask()).toBe('primary')
  at.replayed = 2
  await expect.poll(ask).toBe('standby')
})

/** @shows row-71 */
test('a node that writes without a pause reads its own writes from the standby', async () => {
  const { at, standby } = openPair({ everyMs: 20, timeoutMs: 60_000, catchUpMs: 60_000 })
  const writing = setInterval(() => {
    at.written += 1
    const { written } = at
    setTimeout(() => (at.replayed = written), 1)
    reads.markStale()
  }, 2)
  const misses: number[] = []
  try {
    await expect
      .poll(async () => {
        const { written } = at
        await reads.run(async (from) => {
          if (from === standby) misses.push(Math.max(0, written - at.replayed))
        })
        return misses.length
      })
      .toBeGreaterThanOrEqual(50)
  } finally {
    clearInterval(writing)
  }
  expect(misses.filter((count) => count > 0)).toEqual([])
})

/** @shows row-71 */
test('reads do not wait again and again for a standby that lags', async () => {
  const { at, ask, comparisons } = openPair({ everyMs: 300, catchUpMs: 1 })
  await expect.poll(ask).toBe('standby')
  at.written = 2
  reads.markStale()
  expect(await ask()).toBe('primary')
  const before = comparisons()
  for (let read = 0; read < 50; read += 1) expect(await ask()).toBe('primary')
  expect(comparisons() - before).toBeLessThan(10)
})

/** @shows row-71 */
test('a read that fails or times out on the standby falls back to the primary', async () => {
  const { ask, standby } = openPair()
  const failures = [() => Promise.reject(new Error('away')), () => new Promise<string>(() => {})]
  for (const failure of failures) {
    await expect.poll(ask).toBe('standby')
    let tries = 0
    const answer = await reads.run((from) => {
      tries += 1
      return from === standby ? failure() : Promise.resolve('primary')
    })
    expect({ answer, tries }).toEqual({ answer: 'primary', tries: 2 })
    // The standby is not read before the next comparison.
    expect(await ask()).toBe('primary')
  }
})
