import { companyDetails } from '#contract/shared/company-details.ts'
import { renderHtml, renderText } from './mail-layout.ts'
import type { Mail, MailContent } from './mail.ts'

/** Renders a mail as plain text and as HTML. `origin` is the address of the shop. */
export function renderMail(content: MailContent, origin: string): Mail {
  const { to, subject, replyTo, unsubscribeUrl } = content
  const greeting = plainName.test(content.name ?? '') ? `Hello ${content.name},` : 'Hello,'
  const footer = [content.reason, `${companyDetails.name}, ${companyDetails.address}`]
  const complete = { ...content, greeting, footer, origin }
  return {
    to,
    subject,
    text: renderText(complete),
    html: renderHtml(complete),
    replyTo,
    unsubscribeUrl,
  }
}

// The name may be chosen by a stranger who signs up with the reader's address, so it must not carry a message
// or an address.
const plainName = /^[\p{L}\p{M}' -]{1,40}$/u
