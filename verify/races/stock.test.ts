import { expect, test, vi } from 'vitest'
import { sampleOf } from '#server/testing/sample.ts'
import { openPairs } from './pairs.ts'
import type { OperationName } from './operations.ts'
import type { Start } from './fixture.ts'

// Each test runs a pair of operations up to some dozens of times.
vi.setConfig({ testTimeout: 240_000 })

const { interleavePair, stepsOf } = await openPairs()

type Pair = [one: OperationName, other: OperationName, start: Start]

async function interleaveBothWays([one, other, start]: Pair, stepPattern: RegExp) {
  const faults = await interleavePair(one, other, start, stepPattern)
  if (one !== other) faults.push(...(await interleavePair(other, one, start, stepPattern)))
  return faults
}

/** Steps that read or write a product, and commits; an order and an import share nothing else. */
const aboutProducts = /\bproducts\b|^(?:commit|cards)/

const withOrders: Pair[] = [
  ['a file is imported', 'another customer orders without a key', 'placed'],
  ['a file is imported', 'another customer orders without a key', 'expired'],
  ['a file is imported', 'the payment is opened', 'expired'],
  ['a file is imported', 'the browser reports', 'charged'],
  ['a file is imported', 'the order is deleted', 'placed'],
  ['a file is imported', 'the reservation expires', 'overdue'],
  ['a file is imported', 'an admin refunds', 'paid'],
  ['a stock count is imported', 'another customer orders without a key', 'expired'],
  ['an import is undone', 'another customer orders without a key', 'placed'],
  ['an import is undone', 'the payment is opened', 'expired'],
  ['an import is undone', 'the browser reports', 'charged'],
  ['an import is undone', 'the order is deleted', 'placed'],
  ['an import is undone', 'the reservation expires', 'overdue'],
  ['the import of a new product is undone', 'another customer orders without a key', 'expired'],
  ['an admin changes the stock', 'another customer orders without a key', 'expired'],
  ['an admin changes the stock', 'the payment is opened', 'expired'],
  ['an admin changes the stock', 'the order is deleted', 'placed'],
  ['an admin changes the stock', 'the reservation expires', 'overdue'],
]

const withOtherAdmins: Pair[] = [
  ['a file is imported', 'an admin changes the stock', 'expired'],
  ['a file is imported', 'an admin changes the price', 'placed'],
  ['a file is imported', 'the product is deleted', 'placed'],
  ['a stock count is imported', 'an admin changes the stock', 'expired'],
  ['an import is undone', 'an admin changes the stock', 'placed'],
  ['an import is undone', 'an admin changes the price', 'placed'],
  ['an import is undone', 'the product is deleted', 'placed'],
  ['the import of a new product is undone', 'an admin changes the stock', 'expired'],
  ['an admin changes the stock', 'an admin changes the stock', 'expired'],
]

/** @shows row-85, asvs-2.3.3 */
test.each(sampleOf('races for stock', [...withOrders, ...withOtherAdmins], String))(
  'no interleaving loses or invents a unit: %s, %s, %s',
  async (...pair) => expect(await interleaveBothWays(pair, aboutProducts)).toEqual([]),
)

const aboutImports = /\bproduct(?:s|_imports)\b|^commit/

const withEachOther: Pair[] = [
  ['a file is imported', 'a file is imported', 'placed'],
  ['a file is imported', 'the same file is imported', 'placed'],
  ['a file is imported', 'an import is undone', 'placed'],
  ['an import is undone', 'an import is undone', 'placed'],
]

test.each(withEachOther)(
  'imports are serialised in every interleaving: %s, %s, %s',
  async (...pair) => expect(await interleaveBothWays(pair, aboutImports)).toEqual([]),
)

const stepCount = async (...args: Parameters<typeof stepsOf>) => (await stepsOf(...args)).length

test('imports are paused before each statement on the product and before the commit', async () => {
  expect(await stepCount('a file is imported', 'placed', aboutProducts)).toBe(6)
  expect(await stepCount('an import is undone', 'placed', aboutProducts)).toBe(5)
  expect(await stepCount('a file is imported', 'placed', aboutImports)).toBe(16)
})
