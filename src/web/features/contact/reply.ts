import { excerpt } from '#web/lib/format/format.ts'

/** Mail programs truncate longer links. */
const quotedMax = 1_000

/** A mailto: link for a reply that quotes the message. */
export function replyTo(email: string, message: string): string {
  const quoted = excerpt(message, quotedMax).replaceAll(/^/gm, '> ')
  const body = `\n\n${quoted}`.replaceAll(/\r?\n/g, '\r\n')
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Your message to Auto Parts')}&body=${encodeURIComponent(body)}`
}
