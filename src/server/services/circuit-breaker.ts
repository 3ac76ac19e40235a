import CircuitBreaker from 'opossum'

const refusals = new Set(['EOPENBREAKER', 'ESEMLOCKED', 'ETIMEDOUT'])

/** Whether the breaker itself refused: it is open, too many calls are under way, or this one took too long. */
export const isBreakerRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && refusals.has(String(error.code))

const isTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT'

/** Calls an outside service while that makes sense. */
export interface Breaker {
  <T>(ask: () => Promise<T>): Promise<T>
  state(): 'closed' | 'half-open' | 'open'
}

/**
 * Calls an outside service, and spares it and ourselves the calls once it is in trouble: when half of
 * five or more fail within ten seconds, none is made for ten, and then one that tells.
 */
export function createBreaker(
  isTrouble: (error: unknown) => boolean,
  { capacity = 20 } = {},
): Breaker {
  const breaker = new CircuitBreaker((ask: () => Promise<unknown>) => ask(), {
    capacity,
    timeout: 9_000, // sooner than the call that waits for it is given up
    volumeThreshold: 5,
    errorThresholdPercentage: 49,
    rollingCountTimeout: 10_000,
    resetTimeout: 10_000,
    rollingPercentilesEnabled: false,
    errorFilter: (error: unknown) => !isTrouble(error) && !isTimeout(error),
  })
  // Safe: what is fired is what the action answers with.
  const guarded = <T>(ask: () => Promise<T>) => breaker.fire(ask) as Promise<T>
  return Object.assign(guarded, {
    state: () => stateOf(breaker),
  })
}

function stateOf({ halfOpen, opened }: CircuitBreaker): ReturnType<Breaker['state']> {
  if (halfOpen) return 'half-open'
  return opened ? 'open' : 'closed'
}
