import type { Mail } from '../../services/mail.ts'

type To = { email: string; name: string }

export const verificationMail = (to: To, url: string) =>
  linkMail(to, url, {
    subject: 'Verify your e-mail address for Auto Parts',
    why: 'You have signed up at Auto Parts. Follow the link to verify this e-mail address.',
    action: 'Verify e-mail address',
  })

export const passwordResetMail = (to: To, url: string) =>
  linkMail(to, url, {
    subject: 'Choose a new password for Auto Parts',
    why: 'Somebody asked for a new password for your Auto Parts account. Follow the link to choose one.',
    action: 'Choose a new password',
  })

type Content = { subject: string; why: string; action: string }

function linkMail({ email, name }: To, url: string, { subject, why, action }: Content): Mail {
  const ignore = 'If this was not you, there is nothing to do.'
  const greeting = plainName.test(name) ? `Hello ${name},` : 'Hello,'
  return {
    to: email,
    subject,
    text: `${greeting}\n\n${why}\n\n${action}: ${url}\n\n${ignore}\n\nAuto Parts\n`,
    html: [
      `<p>${escapeHtml(greeting)}</p>`,
      `<p>${why}</p>`,
      `<p><a href="${escapeHtml(url)}">${action}</a></p>`,
      `<p>${ignore}</p>`,
      `<p>Auto Parts</p>`,
    ].join('\n'),
  }
}

// Whoever signs somebody else up chooses the name: it must not carry a message or an address.
const plainName = /^[\p{L}\p{M}' -]{1,40}$/u

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
