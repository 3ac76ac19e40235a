import { expect, test, vi } from 'vitest'
import { openPairs } from './pairs.ts'
import type { OperationName } from './operations.ts'
import type { Start } from './fixture.ts'

// Two operations meet up to some dozens of times in each test.
vi.setConfig({ testTimeout: 240_000 })

const { interleavePair, stepsOf } = await openPairs()

type Pair = [one: OperationName, other: OperationName, start: Start]

async function meetBothWays([one, other, start]: Pair, among: RegExp) {
  const faults = await interleavePair(one, other, start, among)
  if (one !== other) faults.push(...(await interleavePair(other, one, start, among)))
  return faults
}

/** Where a product is read or written, and before that is seen: with an order nothing else is shared. */
const aboutProducts = /\bproducts\b|^(?:commit|cards)/

const withOrders: Pair[] = [
  ['a file is imported', 'another places an order without a key', 'placed'],
  ['a file is imported', 'another places an order without a key', 'lapsed'],
  ['a file is imported', 'the payment is opened', 'lapsed'],
  ['a file is imported', 'the browser reports', 'charged'],
  ['a file is imported', 'the order is deleted', 'placed'],
  ['a file is imported', 'the hold runs out', 'overdue'],
  ['a file is imported', 'an admin refunds', 'paid'],
  ['a count is imported', 'another places an order without a key', 'lapsed'],
  ['an import is taken back', 'another places an order without a key', 'placed'],
  ['an import is taken back', 'the payment is opened', 'lapsed'],
  ['an import is taken back', 'the browser reports', 'charged'],
  ['an import is taken back', 'the order is deleted', 'placed'],
  ['an import is taken back', 'the hold runs out', 'overdue'],
  ['a new product is taken back', 'another places an order without a key', 'lapsed'],
  ['an admin changes the stock', 'another places an order without a key', 'lapsed'],
  ['an admin changes the stock', 'the payment is opened', 'lapsed'],
  ['an admin changes the stock', 'the order is deleted', 'placed'],
  ['an admin changes the stock', 'the hold runs out', 'overdue'],
]

const withOtherAdmins: Pair[] = [
  ['a file is imported', 'an admin changes the stock', 'lapsed'],
  ['a file is imported', 'an admin changes the price', 'placed'],
  ['a file is imported', 'the product is deleted', 'placed'],
  ['a count is imported', 'an admin changes the stock', 'lapsed'],
  ['an import is taken back', 'an admin changes the stock', 'placed'],
  ['an import is taken back', 'an admin changes the price', 'placed'],
  ['an import is taken back', 'the product is deleted', 'placed'],
  ['a new product is taken back', 'an admin changes the stock', 'lapsed'],
  ['an admin changes the stock', 'an admin changes the stock', 'lapsed'],
]

/** @shows row-85, asvs-2.3.3 */
test.each([...withOrders, ...withOtherAdmins])(
  'no unit is lost or invented wherever these meet: %s, %s, %s',
  async (...pair) => expect(await meetBothWays(pair, aboutProducts)).toEqual([]),
)

const aboutImports = /\bproduct(?:s|_imports)\b|^commit/

const withEachOther: Pair[] = [
  ['a file is imported', 'a file is imported', 'placed'],
  ['a file is imported', 'the same file is imported', 'placed'],
  ['a file is imported', 'an import is taken back', 'placed'],
  ['an import is taken back', 'an import is taken back', 'placed'],
]

test.each(withEachOther)(
  'imports go one after the other wherever these meet: %s, %s, %s',
  async (...pair) => expect(await meetBothWays(pair, aboutImports)).toEqual([]),
)

const lengthOf = async (...about: Parameters<typeof stepsOf>) => (await stepsOf(...about)).length

test('imports are held up before each statement about the product, and before it is seen', async () => {
  expect(await lengthOf('a file is imported', 'placed', aboutProducts)).toBe(6)
  expect(await lengthOf('an import is taken back', 'placed', aboutProducts)).toBe(4)
  expect(await lengthOf('a file is imported', 'placed', aboutImports)).toBe(13)
})
