import { renderMail } from '../../services/mail/render-mail.ts'

interface To {
  email: string
  name: string
  /** The mail's link. */
  url: string
  /** The address of the shop. */
  origin: string
}

export const verificationMail = ({ email: to, name, url, origin }: To) =>
  renderMail(
    {
      to,
      name,
      subject: 'Verify your e-mail address for Auto Parts',
      preheader: 'One press, and your account is ready.',
      paragraphs: [
        'You have signed up at Auto Parts. Follow the link to verify this e-mail address.',
      ],
      action: { label: 'Verify e-mail address', url },
      // A stranger who signed up with the reader's address knows the password.
      closing:
        'If this was not you, ignore this mail, or set a password of your own by “Forgot Password”: then the account is yours alone.',
      reason: 'You get this mail because an account was made with this address.',
    },
    origin,
  )

export const passwordResetMail = ({ email: to, name, url, origin }: To) =>
  renderMail(
    {
      to,
      name,
      subject: 'Choose a new password for Auto Parts',
      preheader: 'The link leads to a page where you choose it.',
      paragraphs: [
        'Somebody asked for a new password for your Auto Parts account. Follow the link to choose one.',
      ],
      action: { label: 'Choose a new password', url },
      closing: 'If this was not you, there is nothing to do.',
      reason: 'You get this mail because a new password was asked for.',
    },
    origin,
  )
