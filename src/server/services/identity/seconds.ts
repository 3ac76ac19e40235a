/** The time of a token's claim. Its fraction has to survive: two sign-ins may lie in one second. */
export const fromSeconds = (seconds: unknown) => new Date(Math.round(Number(seconds) * 1000))
