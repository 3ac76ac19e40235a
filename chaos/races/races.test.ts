import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { checkInvariants } from '#server/invariants/check.ts'
import { placeAhead } from '#server/testing/placed-ahead.ts'
import { openShop } from '#server/testing/shop.ts'
import type { TestShop, TestUser } from '#server/testing/shop.ts'
import { interleavings } from './interleaving.ts'
import { interruptible, operationsOf, startsOf } from './operations.ts'
import type { OperationName } from './operations.ts'
import { sceneOf } from './scene.ts'
import type { People, Start } from './scene.ts'
import { verdicts } from './verdict.ts'

// Two operations meet up to some dozens of times in each test.
vi.setConfig({ testTimeout: 240_000 })

let shop: TestShop
let admin: TestUser
let people: People
let interleave: ReturnType<typeof interleavings>
let operations: ReturnType<typeof operationsOf>
let setUp: ReturnType<typeof sceneOf>
let judge: ReturnType<typeof verdicts>
let complaints: unknown[]

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.signIn({ isAdmin: true })
  const log = Object.assign(Object.create(shop.shop.log), { warn: complain, error: complain })
  const jobs = { ...shop.shop, log }
  interleave = interleavings(shop)
  operations = operationsOf(shop, jobs)
  setUp = sceneOf(shop)
  judge = verdicts(shop, jobs)
})
beforeEach(async () => {
  const [buyer, rival] = await Promise.all([shop.signIn(), shop.signIn({ name: 'Noah' })])
  people = { buyer, rival, admin }
})
afterEach(async () => {
  expect(await checkInvariants(shop.database.pool, { lookBackSeconds: 600 })).toEqual([])
})
afterAll(() => shop.close())

const complain = (complaint: unknown) => void complaints.push(complaint)

/** Lets `second` happen before each step of `first`, and after the last. Everything that went wrong. */
async function meet(first: OperationName, second: OperationName, start: Start) {
  const found: string[] = []
  for (let step = 1; ; step += 1) {
    const scene = await setUp(start, people)
    complaints = []
    const run = await interleave(
      () => operations[first](scene),
      step,
      () => operations[second](scene),
    )
    const faults = await judge(scene, [
      { name: first, answer: run.first },
      { name: second, answer: run.second },
    ])
    faults.push(...complaints.map((complaint) => JSON.stringify(complaint)))
    const where = `${start}: ${first}, before step ${step} (${run.heldBefore ?? 'none'}) ${second}`
    found.push(...faults.map((fault) => `${where}: ${fault}`))
    if (!run.heldBefore) return found
  }
}

const pairs = interruptible.flatMap((one, index) =>
  interruptible.slice(index).map((other) => [one, other] as const),
)

test.each(pairs)('all is well wherever these meet: %s, %s', async (one, other) => {
  const faults: string[] = []
  for (const start of startsOf([one, other])) {
    faults.push(...(await meet(one, other, start)))
    if (one !== other) faults.push(...(await meet(other, one, start)))
  }
  expect(faults).toEqual([])
})

test.each(interruptible)('all is well whenever the card is charged while %s', async (one) => {
  const [start] = startsOf([one, 'the card is charged'])
  expect(await meet(one, 'the card is charged', start)).toEqual([])
})

test.each([
  'the same order comes again under its key',
  'the same order comes again without a key',
] as const)('one order is placed wherever %s', async (again) => {
  await placeAhead(shop)
  expect(await meet(again, again, 'lapsed')).toEqual([])
})

test('an operation is held up before each of its statements and calls of the provider', async () => {
  const steps = []
  for (let step = 1; ; step += 1) {
    const scene = await setUp('opened', people)
    const remove = () => operations['the order is deleted'](scene)
    const { heldBefore } = await interleave(remove, step, async () => {})
    if (!heldBefore) break
    steps.push(heldBefore)
  }
  const outline = steps.filter((step) => /^(?:begin|commit|cards\..*)$/.test(step))
  expect(outline).toEqual(['begin', 'commit', 'cards.cancel', 'begin', 'commit'])
  expect(steps).toHaveLength(16)
})
