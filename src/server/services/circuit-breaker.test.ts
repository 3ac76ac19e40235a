import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBreaker, isBreakerRefusal } from './circuit-breaker.ts'

class Trouble extends Error {}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const createGuarded = () => createBreaker((error) => error instanceof Trouble)
const fails = (error: Error) => vi.fn<() => Promise<never>>().mockRejectedValue(error)
const hang = () => new Promise<void>(() => {})
const outcomeOf = (asked: Promise<unknown>) => asked.catch((error: unknown) => error)

/** @shows asvs-16.5.2 */
test('after five failures no call is made for ten seconds, then one as a test', async () => {
  const guarded = createGuarded()
  const ask = fails(new Trouble())
  for (let count = 0; count < 8; count += 1) await outcomeOf(guarded(ask))
  expect(ask).toHaveBeenCalledTimes(5)
  expect(isBreakerRefusal(await outcomeOf(guarded(ask)))).toBe(true)

  await vi.advanceTimersByTimeAsync(10_000)
  await outcomeOf(guarded(ask))
  expect(isBreakerRefusal(await outcomeOf(guarded(ask)))).toBe(true)
  expect(ask).toHaveBeenCalledTimes(6)

  await vi.advanceTimersByTimeAsync(10_000)
  expect(await guarded(async () => 'back')).toBe('back')
  expect(await guarded(async () => 'stays')).toBe('stays')
})

test('a breaker says once that it opened, and once that it closed', async () => {
  const switched: boolean[] = []
  const guarded = createBreaker((error) => error instanceof Trouble, {
    onSwitch: (isOpen) => switched.push(isOpen),
  })
  const ask = fails(new Trouble())
  for (let count = 0; count < 8; count += 1) await outcomeOf(guarded(ask))
  await vi.advanceTimersByTimeAsync(10_000)
  await outcomeOf(guarded(ask))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(switched).toEqual([true])
  for (const answer of ['back', 'stays']) await guarded(async () => answer)
  expect(switched).toEqual([true, false])
})

test('declined requests do not count as failures', async () => {
  const guarded = createGuarded()
  const ask = fails(new Error('declined'))
  for (let count = 0; count < 20; count += 1) await outcomeOf(guarded(ask))
  expect(ask).toHaveBeenCalledTimes(20)
})

test('more than twenty concurrent calls are rejected and do not count as failures', async () => {
  const guarded = createGuarded()
  const answers: (() => void)[] = []
  const slow = () => new Promise<void>((resolve) => answers.push(resolve))
  const asked = Array.from({ length: 30 }, () => outcomeOf(guarded(slow)))
  expect(answers).toHaveLength(20)
  for (const answer of answers) answer()
  const outcomes = await Promise.all(asked)
  expect(outcomes.filter(isBreakerRefusal)).toHaveLength(10)
  expect(await guarded(async () => 'goes on')).toBe('goes on')
})

test('a call times out after nine seconds and counts as a failure', async () => {
  const guarded = createGuarded()
  const asked = Array.from({ length: 5 }, () => outcomeOf(guarded(hang)))
  await vi.advanceTimersByTimeAsync(9_000)
  expect((await Promise.all(asked)).every(isBreakerRefusal)).toBe(true)
  const ask = fails(new Trouble())
  await outcomeOf(guarded(ask))
  expect(ask).not.toHaveBeenCalled()
})
