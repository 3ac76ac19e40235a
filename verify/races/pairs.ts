import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { checkInvariants } from '#server/invariants/check.ts'
import type { Shop } from '#server/shop.ts'
import { openShop } from '#server/testing/shop.ts'
import type { TestShop } from '#server/testing/shop.ts'
import { interleavings, meetAtEachStep } from './interleaving.ts'
import type { Meeting } from './interleaving.ts'
import { operationsOf } from './operations.ts'
import type { Result, OperationName } from './operations.ts'
import { fixtureOf } from './fixture.ts'
import type { People, Fixture, Start } from './fixture.ts'
import { faultsOf } from './verdict.ts'

interface Pairs {
  shop: TestShop
  /**
   * Runs `second` before each step of `first`, and after the last. Steps are all statements and calls of the card
   * provider, or those that match `stepPattern`. Returns all faults.
   */
  interleavePair(
    first: OperationName,
    second: OperationName,
    start: Start,
    stepPattern?: RegExp,
  ): Promise<string[]>
  /** The meetings before all steps of `first`, also those that `interleavePair` leaves out. */
  meetingsBeforeAll(first: OperationName, second: OperationName, start: Start): Promise<Meeting[]>
  /** The steps before which an operation is paused. */
  stepsOf(name: OperationName, start: Start, stepPattern?: RegExp): Promise<string[]>
}

/** Opens the shop of a test file, whose orders have this many lines; after each test its invariants are checked. */
export async function openPairs({ lines = 1 } = {}): Promise<Pairs> {
  const shop: TestShop = await openShop()
  const admin = await shop.signIn({ isAdmin: true })
  let people: People
  let logged: unknown[] = []

  const record = (entry: unknown) => void logged.push(entry)
  const log = Object.assign(Object.create(shop.shop.log), { warn: record, error: record })
  // Long work uses the intercepted connections too, whose timeouts are long.
  const database: Shop['database'] = {
    ...shop.database,
    withoutTimeouts: (work) => work(shop.database),
    forMinutes: (work) => work(shop.database),
  }
  const jobs: Shop = { ...shop.shop, log, database }

  const interleave = interleavings(shop)
  const operations: Record<OperationName, (fixture: Fixture) => Promise<Result>> = operationsOf(
    shop,
    jobs,
  )
  const setUp = fixtureOf(shop, jobs, lines)
  const findFaults = faultsOf(shop, jobs)

  beforeEach(async () => {
    const [buyer, rival] = await Promise.all([shop.signIn(), shop.signIn({ name: 'Noah' })])
    people = { buyer, rival, admin }
  })
  afterEach(async () => {
    expect(
      await checkInvariants(shop.database.pool, { since: new Date(Date.now() - 600_000) }),
    ).toEqual([])
  })
  afterAll(() => shop.close())

  const interleavePair: Pairs['interleavePair'] = async (first, second, start, stepPattern) => {
    const found: string[] = []
    await meetAtEachStep(async (step) => {
      const fixture = await setUp(start, people, [first, second])
      logged = []
      const run = await interleave(
        () => operations[first](fixture),
        step,
        () => operations[second](fixture),
        stepPattern,
      )
      const faults = await findFaults(fixture, [
        { name: first, result: run.first },
        { name: second, result: run.second },
      ])
      faults.push(...logged.map((entry) => JSON.stringify(entry)))
      const at = `${start}: ${first}, before step ${step} (${run.pausedBefore ?? 'none'}) ${second}`
      found.push(...faults.map((fault) => `${at}: ${fault}`))
      return run
    })
    return found
  }

  const meetingsBeforeAll: Pairs['meetingsBeforeAll'] = async (first, second, start) => {
    const meetings: Meeting[] = []
    for (;;) {
      const fixture = await setUp(start, people, [first, second])
      const meeting = await interleave(
        () => operations[first](fixture),
        meetings.length + 1,
        () => operations[second](fixture),
      )
      if (!meeting.pausedBefore) return meetings
      meetings.push(meeting)
    }
  }

  const stepsOf: Pairs['stepsOf'] = async (name, start, stepPattern) => {
    const steps: string[] = []
    for (;;) {
      const fixture = await setUp(start, people, [name])
      const run = () => operations[name](fixture)
      const { pausedBefore } = await interleave(run, steps.length + 1, async () => {}, stepPattern)
      if (!pausedBefore) return steps
      steps.push(pausedBefore)
    }
  }

  return { shop, interleavePair, meetingsBeforeAll, stepsOf }
}
