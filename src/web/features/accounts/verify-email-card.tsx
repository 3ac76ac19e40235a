import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useEffect } from 'react'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import { exchangeToken } from '#web/lib/session/session-store.ts'
import { useAccount, useSession } from '#web/lib/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { signInErrorText } from './run-step.ts'

const sendAgainAfterMs = 30_000

/** Shown in the admin area to accounts without admin rights, with the missing step. */
export function VerifyEmailCard() {
  const { signOut } = useSession()
  const { email, verified } = useAccount()
  const { isSuccess, error, reset, mutateAsync } = useMutation({ mutationFn: resendVerification })

  // The address may have been verified in another tab or on another device since the token was
  // issued.
  useEffect(() => {
    if (!verified) exchangeToken().catch(() => {})
  }, [verified])

  useEffect(() => {
    if (!isSuccess) return undefined
    const timer = setTimeout(reset, sendAgainAfterMs)
    return () => clearTimeout(timer)
  }, [isSuccess, reset])

  return (
    <div className="panel panel--narrow">
      <title>Dashboard-Auto Parts</title>
      <EmptyState
        heading="h1"
        icon={Mail}
        title={specifiedTexts.signIn.emailNotVerified}
        actions={
          <>
            <Button
              variant="primary"
              aria-disabled={verified || isSuccess}
              onClick={() => mutateAsync().catch(() => {})}
            >
              {specifiedTexts.signIn.sendAgain}
            </Button>
            <Button onClick={() => signOut({ toLogin: true })}>
              {specifiedTexts.signIn.backToLogin}
            </Button>
          </>
        }
      >
        {verified
          ? `${email} is verified, but it is not an admin. Ask an admin of the shop to make it one.`
          : `Open the link in the mail we sent to ${email}. Admins need a verified address.`}
      </EmptyState>
      {error && <ErrorLine>{signInErrorText(error)}</ErrorLine>}
      <div aria-live="polite">
        {isSuccess && (
          <Notice tone="ok" icon={Mail}>
            The mail is sent to {email}. You can ask for another one in 30 seconds.
          </Notice>
        )}
      </div>
    </div>
  )
}

async function resendVerification() {
  const identity = await loadIdentity()
  await identity.resendVerification()
}
