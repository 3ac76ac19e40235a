export const sizes = [1_000, 100_000, 1_000_000] as const

/** Products, accounts and orders of a database, each so many. */
export type Size = (typeof sizes)[number]
