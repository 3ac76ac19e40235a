import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'

interface Limit {
  concurrent: number
  /** Waiting for a slot; more are refused. */
  queued: number
  /** Why work is refused, for the caller. */
  reason: string
}

/** Limits how much work runs at once. Throws `unavailable` when the queue is full. */
export function limitConcurrency({
  concurrent,
  queued,
  reason,
}: Limit): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let running = 0

  const acquire = async () => {
    if (running < concurrent) {
      running += 1
      return
    }
    if (queue.length >= queued) {
      throw new AppError('unavailable', {
        detail: `${reason}. Try again in a moment`,
        headers: retryAfter(5),
      })
    }
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  return async (work) => {
    await acquire()
    try {
      return await work()
    } finally {
      // The slot passes to the next in the queue, so `running` stays the same.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
