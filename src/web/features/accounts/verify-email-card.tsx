import { Mail } from 'lucide-react'
import { specifiedSignIn } from '#web/content/specified-sign-in.ts'
import { useAccount, useSession } from '#web/lib/session/session.tsx'
import { useResendVerification } from '#web/lib/session/use-resend-verification.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { signInErrorText } from './run-step.ts'

/** Shown in the admin area to accounts without admin rights, with the missing step. */
export function VerifyEmailCard() {
  const { signOut } = useSession()
  const { email, verified } = useAccount()
  const { isSent, error, send } = useResendVerification()

  return (
    <div className="panel panel--narrow">
      <title>Dashboard-Auto Parts</title>
      <EmptyState
        heading="h1"
        icon={Mail}
        title={specifiedSignIn.emailNotVerified}
        actions={
          <>
            <Button variant="primary" aria-disabled={verified || isSent} onClick={send}>
              {specifiedSignIn.sendAgain}
            </Button>
            <Button onClick={() => signOut({ toLogin: true })}>
              {specifiedSignIn.backToLogin}
            </Button>
          </>
        }
      >
        {verified
          ? `${email} is verified but is not an admin. Ask an admin of the shop for access.`
          : `Open the link in the email we sent to ${email}. Admins need a verified address.`}
      </EmptyState>
      {error && <ErrorLine>{signInErrorText(error)}</ErrorLine>}
      <div aria-live="polite">
        {isSent && (
          <Notice tone="ok" icon={Mail}>
            We’ve emailed {email}. You can request another in 30 seconds.
          </Notice>
        )}
      </div>
    </div>
  )
}
