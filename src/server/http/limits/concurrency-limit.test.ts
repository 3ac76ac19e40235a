import { expect, test } from 'vitest'
import type { AppError } from '../../errors/errors.ts'
import { limitConcurrency } from './concurrency-limit.ts'

const reason = 'Many are working'

/** @shows asvs-15.2.2 */
test('work beyond the slots is queued, beyond the queue refused', async () => {
  const limited = limitConcurrency({ concurrent: 2, queued: 3, reason })
  const ends: (() => void)[] = []
  const works = Array.from({ length: 6 }, () =>
    limited(() => new Promise<void>((resolve) => ends.push(resolve))),
  )
  const refusal = (await works[5]!.catch((error: unknown) => error)) as AppError
  expect(refusal).toMatchObject({ code: 'unavailable', extra: { headers: { 'retry-after': '5' } } })
  expect(ends).toHaveLength(2)
  for (let done = 0; done < 5; done += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(done)
    expect(ends.length).toBeLessThanOrEqual(done + 2)
    ends[done]!()
  }
  await Promise.all(works.slice(0, 5))
})

test('failed work frees its slot', async () => {
  const limited = limitConcurrency({ concurrent: 1, queued: 0, reason })
  await expect(limited(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await limited(async () => 'next')).toBe('next')
})
