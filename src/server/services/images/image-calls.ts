import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import { createBreaker, isBreakerRefusal } from '../circuit-breaker.ts'

const timeoutMs = 8_000

/** Hears why a store of pictures failed; the caller is only told to come back. */
export type ReportFailure = (error: unknown) => void

/** Makes calls to a store of pictures: whatever fails there is a 503, and left alone for a while. */
export function createImageCalls(report: ReportFailure): <T>(call: () => Promise<T>) => Promise<T> {
  const guarded = createBreaker(() => true, { capacity: 100 })
  return async (call) => {
    try {
      return await guarded(call)
    } catch (error) {
      if (!isBreakerRefusal(error)) report(error)
      throw new AppError('unavailable', {
        detail: 'Pictures cannot be reached at the moment. Try again soon',
        headers: retryAfter(5),
      })
    }
  }
}

/** Waits for what a store does, and breaks it off by `abort` when that takes too long. */
export async function inTime<T>(abort: AbortController, answer: Promise<T>): Promise<T> {
  const giveUp = () => abort.abort(new Error('The store was silent for too long'))
  const timer = setTimeout(giveUp, timeoutMs)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
  }
}
