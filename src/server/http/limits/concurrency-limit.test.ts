import { expect, test } from 'vitest'
import type { AppError } from '../errors.ts'
import { createTurns } from './concurrency-limit.ts'

/** @shows asvs-15.2.2 */
test('two work, three wait for their turn, and the sixth is told to come back', async () => {
  const inTurn = createTurns({ working: 2, waiting: 3 })
  const ends: (() => void)[] = []
  const works = Array.from({ length: 6 }, () =>
    inTurn(() => new Promise<void>((resolve) => ends.push(resolve))),
  )
  const refusal = (await works[5]!.catch((error: unknown) => error)) as AppError
  expect(refusal.code).toBe('unavailable')
  expect(ends).toHaveLength(2)
  for (let done = 0; done < 5; done += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(done)
    expect(ends.length).toBeLessThanOrEqual(done + 2)
    ends[done]!()
  }
  await Promise.all(works.slice(0, 5))
})

test('a turn that fails is over too', async () => {
  const inTurn = createTurns({ working: 1, waiting: 0 })
  await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn(async () => 'next')).toBe('next')
})
