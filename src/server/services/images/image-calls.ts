import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import { createBreaker, isBreakerRefusal } from '../circuit-breaker.ts'

const timeoutMs = 8_000

/** Receives the cause of a failure; the client only gets a 503. */
export type ReportFailure = (error: unknown) => void

/** Calls an image store through a circuit breaker; every failure becomes a 503. */
export function createImageCalls(report: ReportFailure): <T>(call: () => Promise<T>) => Promise<T> {
  const callThroughBreaker = createBreaker(() => true, { capacity: 100 })
  return async (call) => {
    try {
      return await callThroughBreaker(call)
    } catch (error) {
      const isRefusal = isBreakerRefusal(error)
      if (!isRefusal) report(error)
      const detail = 'Pictures are unavailable at the moment. Try again soon'
      const cause = isRefusal ? error : undefined
      throw new AppError('unavailable', { detail, headers: retryAfter(5) }, cause)
    }
  }
}

/** Aborts a call to a store when it takes too long. */
export async function withTimeout<T>(abort: AbortController, answer: Promise<T>): Promise<T> {
  const expire = () => abort.abort(new Error('The image store timed out'))
  const timer = setTimeout(expire, timeoutMs)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
  }
}
