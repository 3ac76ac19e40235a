import { CircleAlert, CircleCheck, LogOut, Mail } from 'lucide-react'
import { Notice } from '#web/ui/feedback/notice.tsx'

export const linkSentences = {
  verified: 'Your email address is verified.',
  expired: 'This link has expired or was already used.',
} as const

interface LoginNoticeProps {
  signedUp?: string
  passwordChanged?: boolean
  sessionEnded?: boolean | undefined
  verified?: boolean
  linkExpired?: boolean
  resetSentTo: string | undefined
}

/** One notice with the reason for the redirect or the result of the last step. */
export function LoginNotice(props: LoginNoticeProps) {
  const { signedUp, passwordChanged, sessionEnded } = props
  const { verified, linkExpired, resetSentTo } = props
  if (resetSentTo) {
    return (
      <Notice icon={Mail}>
        If there is an account for {resetSentTo}, we have emailed a link to reset the password.
      </Notice>
    )
  }
  if (signedUp) {
    return (
      <Notice tone="ok" icon={Mail}>
        Your account has been created. We’ve emailed {signedUp}: open the link to verify your
        address.
      </Notice>
    )
  }
  if (passwordChanged) {
    return (
      <Notice tone="ok" icon={CircleCheck}>
        Your password has been changed. Log in with the new one.
      </Notice>
    )
  }
  if (linkExpired) {
    return (
      <Notice tone="danger" icon={CircleAlert}>
        {linkSentences.expired} Log in to send a new one.
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
  if (sessionEnded) {
    return (
      <Notice tone="warn" icon={LogOut}>
        Your session has ended. Log in to go on: what you typed is kept.
      </Notice>
    )
  }
  return null
}
