import CircuitBreaker from 'opossum'

const refusals = new Set(['EOPENBREAKER', 'ESEMLOCKED', 'ETIMEDOUT'])

/** Whether the breaker rejected the call: open, over its concurrency limit, or timed out. */
export const isBreakerRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && refusals.has(String(error.code))

/** Whether the breaker rejected the call without making it. */
export const isUnasked = (error: unknown) => isBreakerRefusal(error) && !isTimeout(error)

const isTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT'

/** Calls an external service unless it is failing. */
export interface Breaker {
  <T>(ask: () => Promise<T>): Promise<T>
  state(): 'closed' | 'half-open' | 'open'
}

interface Options {
  capacity?: number
  /** Called when the breaker opens, and when a test has closed it; not for each test that fails. */
  onSwitch?: (isOpen: boolean) => void
}

/**
 * A circuit breaker for an external service: it opens when half of five or more calls fail within ten seconds,
 * and after ten seconds lets one call through as a test.
 */
export function createBreaker(
  isOutage: (error: unknown) => boolean,
  { capacity = 20, onSwitch }: Options = {},
): Breaker {
  const breaker = new CircuitBreaker((ask: () => Promise<unknown>) => ask(), {
    capacity,
    timeout: 9_000, // below the timeout of the request that waits for it
    volumeThreshold: 5,
    errorThresholdPercentage: 49,
    rollingCountTimeout: 10_000,
    resetTimeout: 10_000,
    rollingPercentilesEnabled: false,
    errorFilter: (error: unknown) => !isOutage(error) && !isTimeout(error),
  })
  let isOpen = false
  const switchTo = (next: boolean) => {
    if (next !== isOpen) onSwitch?.(next)
    isOpen = next
  }
  breaker.on('open', () => switchTo(true))
  breaker.on('close', () => switchTo(false))
  // Safe: `fire` resolves with the result of the action.
  const guarded = <T>(ask: () => Promise<T>) => breaker.fire(ask) as Promise<T>
  return Object.assign(guarded, {
    state: () => stateOf(breaker),
  })
}

function stateOf({ halfOpen, opened }: CircuitBreaker): ReturnType<Breaker['state']> {
  if (halfOpen) return 'half-open'
  return opened ? 'open' : 'closed'
}
