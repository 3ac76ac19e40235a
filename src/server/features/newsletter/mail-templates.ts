import { renderMail } from '../../services/mail/render-mail.ts'

interface Subscription {
  email: string
  confirmToken: string
  unsubscribeToken: string
}

/** Asks the owner of an address to confirm the subscription. */
export const confirmationMail = ({ email: to, confirmToken }: Subscription, origin: string) =>
  renderMail(
    {
      to,
      subject: 'Confirm your Auto Parts newsletter subscription',
      preheader: 'Confirm with one click, or ignore this email.',
      paragraphs: [
        'We received a request to send our newsletter to this address. Confirm your subscription on the page behind this link. You can unsubscribe at any time.',
      ],
      action: {
        label: 'Confirm your subscription',
        url: `${origin}/newsletter?confirm=${confirmToken}`,
      },
      closing: 'If this wasn’t you, you can ignore this email: you won’t get the newsletter.',
      reason: 'You’re receiving this email because the newsletter was requested for this address.',
    },
    origin,
  )

/** Confirms the subscription, also to subscribers who subscribe again. */
export const welcomeMail = ({ email: to, unsubscribeToken }: Subscription, origin: string) =>
  renderMail(
    {
      to,
      subject: 'You’re subscribed to the Auto Parts newsletter',
      preheader: 'Every issue has an unsubscribe link.',
      paragraphs: ['Your subscription is confirmed. We’ll send our newsletter to this address.'],
      closing: 'You can unsubscribe at any time with the link below.',
      reason: 'You’re receiving this email because you confirmed your subscription.',
      unsubscribeUrl: unsubscribeAddress(origin, unsubscribeToken),
    },
    origin,
  )

/** Shows a page to people; a form sent there by a mail program unsubscribes at once (RFC 8058). */
export const unsubscribeAddress = (origin: string, token: string) =>
  `${origin}/newsletter?end=${token}`
