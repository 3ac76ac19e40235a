import { expect, test, vi } from 'vitest'
import { placeOrdersAhead } from '#server/testing/rows/placed-at.ts'
import { sampleOf } from '#server/testing/sample.ts'
import { openPairs } from './pairs.ts'
import { interruptible, startsOf } from './operations.ts'

// Each test runs a pair of operations up to some dozens of times.
vi.setConfig({ testTimeout: 240_000 })

const { shop, interleavePair, meetingsBeforeAll, stepsOf } = await openPairs()

const pairs = interruptible.flatMap((one, index) =>
  interruptible.slice(index).map((other) => [one, other] as const),
)

/** @shows P5, asvs-2.3.3 */
test.each(sampleOf('races', pairs, String))(
  'no interleaving violates a guarantee: %s, %s',
  async (one, other) => {
    const faults: string[] = []
    for (const start of startsOf([one, other])) {
      faults.push(...(await interleavePair(one, other, start)))
      if (one !== other) faults.push(...(await interleavePair(other, one, start)))
    }
    expect(faults).toEqual([])
  },
)

test.each(interruptible)(
  'a charge of the card at any step violates no guarantee while %s',
  async (one) => {
    const [start] = startsOf([one, 'the card is charged'])
    expect(await interleavePair(one, 'the card is charged', start)).toEqual([])
  },
)

test.each([
  'the same order is repeated with its key',
  'the same order is repeated without a key',
] as const)('one order is placed, in any interleaving, when %s', async (again) => {
  await placeOrdersAhead(shop)
  expect(await interleavePair(again, again, 'expired')).toEqual([])
})

test('an operation is paused before each of its statements and calls of the card provider, but for those without effect', async () => {
  const steps = await stepsOf('the order is deleted', 'opened')
  const outline = steps.filter((step) => /^(?:commit|cards\..*)$/.test(step))
  expect(outline).toEqual(['commit', 'cards.cancel', 'commit'])
  expect(steps).toHaveLength(13)
})

test('the meetings that are left out begin with the same steps as those before and after them', async () => {
  const meetings = await meetingsBeforeAll('an admin refunds', 'the order is shipped', 'paid')
  const leftOut = meetings.flatMap(({ waitsUntil, waitingSteps }, index) => {
    const last = meetings[Number(waitsUntil) - 1]
    const isEqual = last !== undefined && last.waitingSteps === waitingSteps
    return isEqual ? meetings.slice(index + 1, waitsUntil).map((each) => [each, last] as const) : []
  })
  expect(leftOut.length).toBeGreaterThan(5)
  for (const [each, last] of leftOut) expect(each.waitingSteps).toBe(last.waitingSteps)
})
