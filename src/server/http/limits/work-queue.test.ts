import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../../errors/errors.ts'
import { createWorkQueue } from './work-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const waitMs = 500
/** Ten works of 20 ms at once: 500 a second. */
const concurrent = 10
const workMs = 20
const perSecond = (1000 * concurrent) / workMs

function open(options: { waitMs?: number } = {}) {
  return createWorkQueue({
    concurrent,
    waitMs,
    expectedMs: 1,
    refusal: () => new AppError('unavailable'),
    ...options,
  })
}

const workFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** What became of offered work, each with the time until it ended or was refused. */
function offerTo(queue = open(), takesMs = () => workMs) {
  const done: number[] = []
  const refused: number[] = []
  const offer = () => {
    const offeredAt = performance.now()
    queue
      .run(() => workFor(takesMs()))
      .then(
        () => done.push(performance.now() - offeredAt),
        () => refused.push(performance.now() - offeredAt),
      )
  }
  return { offer, done, refused }
}

const isEarly = (ms: number) => ms <= 100

/** @shows P11, asvs-15.2.2 */
test('a burst that can be worked off in time is not refused, however long it is', async () => {
  const { offer, done, refused } = offerTo()
  for (let count = 0; count < 0.75 * perSecond; count += 1) offer()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([done.length, refused.length]).toEqual([375, 0])
})

test('at nine tenths of the capacity nothing is refused', async () => {
  const { offer, refused } = offerTo()
  for (let count = 0; count < 450; count += 1) {
    for (let burst = 0; burst < 4; burst += 1) offer()
    await vi.advanceTimersByTimeAsync(9)
  }
  expect(refused).toEqual([])
})

/** @shows P11 */
test('at ten times the capacity all of it is used, nothing waits for a second, and refusals are early', async () => {
  const { offer, done, refused } = offerTo()
  const seconds = 10
  for (let ms = 0; ms < seconds * 1000; ms += 1) {
    for (let count = 0; count < (10 * perSecond) / 1000; count += 1) offer()
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(done.length).toBeGreaterThan(0.9 * perSecond * seconds)
  expect(Math.max(...done)).toBeLessThan(1_000)
  expect(refused.filter(isEarly).length / refused.length).toBeGreaterThan(0.99)
})

/** @shows P11 */
test('while nothing ends, what waits is refused in time, and the rest at once', async () => {
  let stuckMs = 60_000
  const { offer, done, refused } = offerTo(open(), () => stuckMs)
  for (let count = 0; count < concurrent + 20; count += 1) offer()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(refused).toHaveLength(20)
  expect(Math.max(...refused)).toBeLessThan(1_000)
  offer()
  await vi.advanceTimersByTimeAsync(1)
  expect(refused.filter(isEarly)).toHaveLength(1)
  stuckMs = workMs
  await vi.advanceTimersByTimeAsync(60_000)
  offer()
  await vi.advanceTimersByTimeAsync(workMs)
  expect(done).toHaveLength(concurrent + 1)
})

test('a slow time does not shorten the next burst', async () => {
  let takesMs = 400
  const { offer, refused } = offerTo(open(), () => takesMs)
  for (let ms = 0; ms < 3_000; ms += 10) {
    offer()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(refused.length).toBeGreaterThan(100)
  await vi.advanceTimersByTimeAsync(5_000)
  takesMs = workMs
  const before = refused.length
  for (let count = 0; count < 0.75 * perSecond; count += 1) offer()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(refused.length).toBe(before)
})

test('work that had its turn goes on at once', async () => {
  const queue = open()
  const { offer } = offerTo(queue)
  for (let count = 0; count < 100; count += 1) offer()
  const resumed = queue.resume(async () => 'the rest')
  expect(await resumed).toBe('the rest')
  expect(queue.waiting).toBe(90)
})

test('without a wait there is no queue', async () => {
  const { offer, refused } = offerTo(open({ waitMs: 0 }))
  for (let count = 0; count < concurrent + 5; count += 1) offer()
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).toHaveLength(5)
})

test('work that never leaves the turn of the event loop lets others in between', async () => {
  vi.useRealTimers()
  const queue = open()
  let isServed = false
  const { promise: others, resolve } = Promise.withResolvers<void>()
  const hasSeen: boolean[] = []
  const all = Array.from({ length: 2 * concurrent }, () =>
    queue.run(async () => {
      await others
      hasSeen.push(isServed)
    }),
  )
  setImmediate(() => {
    isServed = true
  })
  resolve()
  await Promise.all(all)
  expect(hasSeen.slice(concurrent)).toEqual(Array(concurrent).fill(true))
})

test('failed work ends its turn', async () => {
  vi.useRealTimers()
  const queue = open()
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect([await queue.run(async () => 'next'), queue.inProgress]).toEqual(['next', 0])
})
