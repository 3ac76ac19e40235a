const momentFormat = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** The minute of an ISO timestamp where the reader is: for pages that only the browser draws. */
export const moment = (timestamp: string) => momentFormat.format(new Date(timestamp))

/** A whole number with groups of three digits, as figures are written. */
export const grouped = (count: number) => count.toLocaleString('en-US')

/** The first two characters of a display name. */
// specification: 'its first 2 characters'
export const initials = (name: string) => Array.from(name.trim()).slice(0, 2).join('')

/** An @handle made from a name. */
export const handle = (name: string) => `@${name.toLowerCase().replaceAll(/\s+/g, '')}`

/** The first characters of a text, never cutting one in half. */
export const excerpt = (text: string, length: number) => Array.from(text).slice(0, length).join('')
