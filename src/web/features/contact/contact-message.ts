import { excerpt } from '#web/lib/format/format.ts'

export interface ContactMessage {
  name: string
  email: string
  phone: string
  message: string
}

/** A mailto: link with the whole message. */
export function mailTo(address: string, { name, email, phone, message }: ContactMessage) {
  const signature = [name, email, phone].filter(Boolean).join('\n')
  const body = [message, signature].filter(Boolean).join('\n\n')
  const fields = { subject: 'A question to Auto Parts', body: body.replaceAll(/\r?\n/g, '\r\n') }
  const query = Object.entries(fields).map(
    ([field, text]) => `${field}=${encodeURIComponent(text)}`,
  )
  return `mailto:${address}?${query.join('&')}`
}

/** The message that the query of `pathTo.ask` begins; empty without one. */
export function askedMessage(query: string): string {
  const wanted = new URLSearchParams(query).get('about')?.trim()
  return wanted ? `I am looking for: ${excerpt(wanted, 200)}` : ''
}
