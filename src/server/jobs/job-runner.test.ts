import { expect, test, vi } from 'vitest'
import { startJobRunner } from './job-runner.ts'

const log = { error: vi.fn() } as never

test('work that arrives during a run causes one more run', async () => {
  const runner = startJobRunner([], { everySeconds: 3600, log })
  const first = Promise.withResolvers<void>()
  let runs = 0
  const job = {
    name: 'count',
    run: () => ((runs += 1) === 1 ? first.promise : Promise.resolve()),
  }
  runner.runNow(job)
  runner.runNow(job)
  runner.runNow(job)
  first.resolve()
  await expect.poll(() => runs).toBe(2)
  await runner.stop()
  runner.runNow(job)
  expect(runs).toBe(2)
})

test('a hanging job does not prevent shutdown', async () => {
  vi.useFakeTimers()
  const runner = startJobRunner([], { everySeconds: 3600, log })
  runner.runNow({ name: 'hang', run: () => new Promise(() => {}) })
  const stopped = runner.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(stopped).resolves.toBeUndefined()
  vi.useRealTimers()
})
