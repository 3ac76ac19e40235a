import { CircleAlert, CircleCheck, Mail } from 'lucide-react'
import { Notice } from '#web/ui/feedback/notice.tsx'

export const linkSentences = {
  verified: 'Your e-mail address is verified.',
  expired: 'This link has expired or was used before.',
} as const

interface LoginNoticeProps {
  signedUp?: string
  passwordChanged?: boolean
  verified: boolean
  linkExpired: boolean
  resetSentTo: string | undefined
}

/** One notice with the reason for the redirect or the result of the last step. */
export function LoginNotice(props: LoginNoticeProps) {
  const { signedUp, passwordChanged, verified, linkExpired, resetSentTo } = props
  if (resetSentTo) {
    return (
      <Notice icon={Mail}>
        If {resetSentTo} has an account, a mail with a link for a new password is on its way.
      </Notice>
    )
  }
  if (signedUp) {
    return (
      <Notice tone="ok" icon={Mail}>
        Your account is made. We sent a mail to {signedUp}: open its link to verify the address.
      </Notice>
    )
  }
  if (passwordChanged) {
    return (
      <Notice tone="ok" icon={CircleCheck}>
        Your password is changed. Log in with the new one.
      </Notice>
    )
  }
  if (linkExpired) {
    return (
      <Notice tone="danger" icon={CircleAlert}>
        {linkSentences.expired} Log in to get a new one from your dashboard.
      </Notice>
    )
  }
  if (verified) {
    return (
      <Notice tone="ok" icon={CircleCheck}>
        {linkSentences.verified}
      </Notice>
    )
  }
  return null
}
