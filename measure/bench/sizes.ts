export const sizes = [1_000, 100_000, 1_000_000] as const

/** The number of products, of accounts and of orders in a database. */
export type Size = (typeof sizes)[number]

/** A whole number from 1 to `max`. */
export const random = (max: number) => 1 + Math.floor(Math.random() * max)
