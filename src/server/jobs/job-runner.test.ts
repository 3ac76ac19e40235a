import { expect, test, vi } from 'vitest'
import { startJobRunner } from './job-runner.ts'

const log = { error: vi.fn() } as never

test('work that arrives while a job runs is seen by one more run', async () => {
  const sweeper = startJobRunner([], { everySeconds: 3600, log })
  const first = Promise.withResolvers<void>()
  let runs = 0
  const job = {
    name: 'count',
    run: () => ((runs += 1) === 1 ? first.promise : Promise.resolve()),
  }
  sweeper.runNow(job)
  sweeper.runNow(job)
  sweeper.runNow(job)
  first.resolve()
  await expect.poll(() => runs).toBe(2)
  await sweeper.stop()
  sweeper.runNow(job)
  expect(runs).toBe(2)
})

test('a job that hangs at an outside service does not keep the shop from stopping', async () => {
  vi.useFakeTimers()
  const sweeper = startJobRunner([], { everySeconds: 3600, log })
  sweeper.runNow({ name: 'hang', run: () => new Promise(() => {}) })
  const stopped = sweeper.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(stopped).resolves.toBeUndefined()
  vi.useRealTimers()
})
