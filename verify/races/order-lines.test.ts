import { expect, test, vi } from 'vitest'
import { sampleOf } from '#server/testing/sample.ts'
import { openPairs } from './pairs.ts'
import { interruptible, startsOf } from './operations.ts'

// Each test runs a pair of operations up to some dozens of times.
vi.setConfig({ testTimeout: 240_000 })

const { interleavePair } = await openPairs({ lines: 3 })
const placing = 'another customer orders'

/** @shows row-128, P1, P5, asvs-2.3.3 */
test.each(sampleOf('races of lines', interruptible, String))(
  'no interleaving takes or returns only some parts of an order: placing, %s',
  async (other) => {
    const faults: string[] = []
    for (const start of startsOf([placing, other])) {
      faults.push(...(await interleavePair(placing, other, start)))
      if (other !== placing) faults.push(...(await interleavePair(other, placing, start)))
    }
    expect(faults).toEqual([])
  },
)
