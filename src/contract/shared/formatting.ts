/** Formats an amount: a dollar sign, two decimals, no grouping. */
export const dollars = (amount: number) => `$${amount.toFixed(2)}`

/** The last characters of an id, short enough to read out: ids begin with the time, so beginnings repeat. */
export const shortId = (id: string) => id.slice(-8)

const dayFormat = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** The day of an ISO timestamp, such as 'Nov 20, 2026', the same on server and in browser. */
export const day = (timestamp: string) => dayFormat.format(new Date(timestamp))
