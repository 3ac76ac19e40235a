/** The time of a token's claim, with its fraction: two sign-ins may happen in the same second. */
export const fromSeconds = (seconds: unknown) => new Date(Math.round(Number(seconds) * 1000))
