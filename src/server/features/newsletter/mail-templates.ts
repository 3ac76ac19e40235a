import { writeLetter } from '../../services/mail/mail-template.ts'

interface Subscription {
  email: string
  confirmToken: string
  unsubscribeToken: string
}

/** Asks the owner of an address whether the newsletter is wanted. Nothing happens without an answer. */
export const confirmationMail = ({ email: to, confirmToken }: Subscription, origin: string) =>
  writeLetter(
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

/** Says that the newsletter comes, and how to end it; also to those who ask again. */
export const welcomeMail = ({ email: to, unsubscribeToken }: Subscription, origin: string) =>
  writeLetter(
    {
      to,
      subject: 'You get the Auto Parts newsletter',
      preheader: 'How to end it stands at the foot of each one.',
      paragraphs: ['From now on our newsletter goes to this address.'],
      closing: 'You can end it at any time with the link below.',
      reason: 'You get this mail because you confirmed the newsletter.',
      unsubscribeUrl: unsubscribeAddress(origin, unsubscribeToken),
    },
    origin,
  )

/** People see a page there; mail programs that send a form there unsubscribe at once (RFC 8058). */
export const unsubscribeAddress = (origin: string, token: string) =>
  `${origin}/newsletter?end=${token}`
