import { excerpt } from '#web/lib/format/format.ts'

/** Mail programs cut off longer links. */
const quotedMax = 1_000

/** The link that opens an answer, with what was asked below it, in the admin's own mail program. */
export function replyTo(email: string, message: string): string {
  const quoted = excerpt(message, quotedMax).replaceAll(/^/gm, '> ')
  const body = `\n\n${quoted}`.replaceAll(/\r?\n/g, '\r\n')
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Your message to Auto Parts')}&body=${encodeURIComponent(body)}`
}
