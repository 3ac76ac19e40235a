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
      subject: 'Do you want the Auto Parts newsletter?',
      preheader: 'Confirm with one press, or do nothing.',
      paragraphs: [
        'Somebody, we hope you, asked for our newsletter for this address. Confirm it on the page behind this link.',
      ],
      action: {
        label: 'Confirm the newsletter',
        url: `${origin}/newsletter?confirm=${confirmToken}`,
      },
      closing: 'If this was not you, there is nothing to do: you get no newsletter.',
      reason: 'You get this mail because the newsletter was asked for with this address.',
    },
    origin,
  )

/** Confirms the subscription, also to subscribers who subscribe again. */
export const welcomeMail = ({ email: to, unsubscribeToken }: Subscription, origin: string) =>
  renderMail(
    {
      to,
      subject: 'You get the Auto Parts newsletter',
      preheader: 'Each one has an unsubscribe link at its end.',
      paragraphs: ['From now on our newsletter goes to this address.'],
      closing: 'You can end it at any time with the link below.',
      reason: 'You get this mail because you confirmed the newsletter.',
      unsubscribeUrl: unsubscribeAddress(origin, unsubscribeToken),
    },
    origin,
  )

/** Shows a page to people; a form sent there by a mail program unsubscribes at once (RFC 8058). */
export const unsubscribeAddress = (origin: string, token: string) =>
  `${origin}/newsletter?end=${token}`
