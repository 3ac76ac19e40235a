/** An amount as the shop writes it: a dollar sign, two decimals, no grouping. */
export const dollars = (amount: number) => `$${amount.toFixed(2)}`

/** The end of an id, short enough to read out: ids begin with the time, so that beginnings repeat. */
export const shortId = (id: string) => id.slice(-8)
