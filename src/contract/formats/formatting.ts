const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats an amount for people, such as '$12,931.80'. */
export const dollars = (amount: number) => money.format(amount)

/** Formats an amount for programs and spreadsheets, such as '12931.80'. */
export const decimal = (amount: number) => amount.toFixed(2)

const wholeMoney = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** Formats an amount of a summary without cents, such as '$12,932'. */
export const wholeDollars = (amount: number) => wholeMoney.format(amount)

/** Formats a whole number for people, such as '1,000,000'. */
export const groupDigits = (count: number) => count.toLocaleString('en-US')

/** A number of units for people, such as '1 unit' or '1,000,000 units'. */
export const unitsText = (count: number) => (count === 1 ? '1 unit' : `${groupDigits(count)} units`)

/** The last characters of an id, short enough to read out: ids begin with the time, so beginnings repeat. */
export const shortId = (id: string) => id.slice(-8)
