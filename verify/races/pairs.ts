import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { checkInvariants } from '#server/invariants/check.ts'
import type { Shop } from '#server/shop.ts'
import { openShop } from '#server/testing/shop.ts'
import type { TestShop } from '#server/testing/shop.ts'
import { interleavings } from './interleaving.ts'
import { operationsOf } from './operations.ts'
import type { Answer, OperationName } from './operations.ts'
import { fixtureOf } from './fixture.ts'
import type { People, Fixture, Start } from './fixture.ts'
import { verdicts } from './verdict.ts'

interface Pairs {
  shop: TestShop
  /**
   * Lets `second` happen before each step of `first`, and after the last: all of its statements and calls of
   * the provider, or those `among` them. Everything that went wrong.
   */
  interleavePair(
    first: OperationName,
    second: OperationName,
    start: Start,
    among?: RegExp,
  ): Promise<string[]>
  /** What an operation is held up before. */
  stepsOf(name: OperationName, start: Start, among?: RegExp): Promise<string[]>
}

/** The shop of one file of tests in which operations meet, and what is true of it after each. */
export async function openPairs(): Promise<Pairs> {
  const shop: TestShop = await openShop()
  const admin = await shop.signIn({ isAdmin: true })
  let people: People
  let complaints: unknown[] = []

  const complain = (complaint: unknown) => void complaints.push(complaint)
  const log = Object.assign(Object.create(shop.shop.log), { warn: complain, error: complain })
  // Long work is on connections that are watched, too; there they wait long enough.
  const database: Shop['database'] = {
    ...shop.database,
    withoutTimeouts: (work) => work(shop.database),
  }
  const jobs: Shop = { ...shop.shop, log, database }

  const interleave = interleavings(shop)
  const operations: Record<OperationName, (fixture: Fixture) => Promise<Answer>> = operationsOf(
    shop,
    jobs,
  )
  const setUp = fixtureOf(shop, jobs)
  const judge = verdicts(shop, jobs)

  beforeEach(async () => {
    const [buyer, rival] = await Promise.all([shop.signIn(), shop.signIn({ name: 'Noah' })])
    people = { buyer, rival, admin }
  })
  afterEach(async () => {
    expect(await checkInvariants(shop.database.pool, { lookBackSeconds: 600 })).toEqual([])
  })
  afterAll(() => shop.close())

  const interleavePair: Pairs['interleavePair'] = async (first, second, start, among) => {
    const found: string[] = []
    for (let step = 1; ; step += 1) {
      const fixture = await setUp(start, people, [first, second])
      complaints = []
      const run = await interleave(
        () => operations[first](fixture),
        step,
        () => operations[second](fixture),
        among,
      )
      const faults = await judge(fixture, [
        { name: first, answer: run.first },
        { name: second, answer: run.second },
      ])
      faults.push(...complaints.map((complaint) => JSON.stringify(complaint)))
      const where = `${start}: ${first}, before step ${step} (${run.heldBefore ?? 'none'}) ${second}`
      found.push(...faults.map((fault) => `${where}: ${fault}`))
      if (!run.heldBefore) return found
    }
  }

  const stepsOf: Pairs['stepsOf'] = async (name, start, among) => {
    const steps: string[] = []
    for (;;) {
      const fixture = await setUp(start, people, [name])
      const run = () => operations[name](fixture)
      const { heldBefore } = await interleave(run, steps.length + 1, async () => {}, among)
      if (!heldBefore) return steps
      steps.push(heldBefore)
    }
  }

  return { shop, interleavePair, stepsOf }
}
