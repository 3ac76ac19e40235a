/** The header that names when to try again. */
export const retryAfter = (seconds: number) => ({ 'retry-after': String(Math.ceil(seconds)) })

/** Delays to choose from at random, so that clients refused together do not return together. */
export const jitteredSeconds = [1, 2, 3] as const

export const retryAfterWithJitter = () =>
  retryAfter(1 + Math.floor(Math.random() * jitteredSeconds.length))
