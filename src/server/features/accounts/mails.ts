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
      subject: 'Verify your email address for Auto Parts',
      preheader: 'One click, and your account is ready.',
      paragraphs: [
        'Thanks for signing up at Auto Parts. Open the link to verify this email address.',
      ],
      action: { label: 'Verify email address', url },
      // A stranger who signed up with the reader's address knows the password.
      closing:
        'If you didn’t create this account, please ignore this email, or set your own password with “Forgot Password”: then the account is yours alone.',
      reason: 'You’re receiving this email because an account was created with this address.',
    },
    origin,
  )

export const passwordResetMail = ({ email: to, name, url, origin }: To) =>
  renderMail(
    {
      to,
      name,
      subject: 'Choose a new password for Auto Parts',
      preheader: 'Open the link to choose it.',
      paragraphs: [
        'We received a request to reset the password of your Auto Parts account. Open the link to choose a new one.',
      ],
      action: { label: 'Choose a new password', url },
      closing: 'If this wasn’t you, you can ignore this email.',
      reason: 'You’re receiving this email because a password reset was requested.',
    },
    origin,
  )
