/** The first two characters of a display name. */
// specification: 'its first 2 characters'
export const initials = (name: string) => Array.from(name.trim()).slice(0, 2).join('')

/** An @handle made from a name. */
export const handle = (name: string) => `@${name.toLowerCase().replaceAll(/\s+/g, '')}`

/** The first characters of a text; never splits a surrogate pair. */
export const excerpt = (text: string, length: number) => Array.from(text).slice(0, length).join('')

/**
 * The first characters of a text, in two parts: its whole words, and the rest, which is the beginning of a word.
 * A word longer than half of the excerpt stays divided.
 */
export function excerptByWords(text: string, length: number): readonly [string, string] {
  const start = excerpt(text, length)
  const isDivided = /^\S/.test(text.slice(start.length))
  const end = isDivided ? start.search(/\s+\S*$/) : -1
  return end > start.length / 2 ? [start.slice(0, end), start.slice(end)] : [start, '']
}

/** Rounded up: `10 s left`, `20 min left`. */
export function timeLeftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return seconds < 100 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`
}
