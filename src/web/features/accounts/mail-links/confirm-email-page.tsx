import { zodResolver } from '@hookform/resolvers/zod'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Login } from '#contract/accounts.ts'
import { specifiedSignIn } from '#web/content/specified-sign-in.ts'
import { claimsOf } from '#web/lib/session/access-token.ts'
import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useNavigate, useSearchParams } from '#web/lib/router/router-view.tsx'
import { exchangeToken } from '#web/lib/session/session-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { ErrorLine, Field, PasswordField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { linkSentences } from '../login-notice.tsx'
import { runStep } from '../run-step.ts'
import { isExpiredLink, NewVerificationLink } from './expired-link.tsx'

const Confirmation = z.pick(Login, { password: true })

/**
 * Target of the link in the verification mail for browsers in which its account was not signed in to: a stranger may have used
 * the reader's address, and programs that check mails open their links.
 */
export function ConfirmEmailPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const email = claimsOf(token)?.email
  return (
    <div className="wrap page">
      <title>Confirm your address-Auto Parts</title>
      <meta name="robots" content="noindex" />
      {email ? (
        <ConfirmEmailForm token={token} email={email} />
      ) : (
        <div className="panel panel--narrow form">
          <h1>Confirm your address</h1>
          <ErrorLine>{linkSentences.expired}</ErrorLine>
          <NewVerificationLink />
          <Link to={pathTo.login}>{specifiedSignIn.backToLogin}</Link>
        </div>
      )}
    </div>
  )
}

function ConfirmEmailForm({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate()
  const [isExpired, setIsExpired] = useState(false)
  const form = useForm({ resolver: zodResolver(Confirmation), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState

  const confirm = form.handleSubmit(({ password }) =>
    runStep(form, async () => {
      const identity = await loadIdentity()
      await identity.confirmEmail(token, { email, password }).catch((error: unknown) => {
        setIsExpired(isExpiredLink(error))
        throw error
      })
      await exchangeToken()
      toast.success(linkSentences.verified)
      await navigate(pathTo.home, { replace: true })
    }),
  )

  return (
    <Form className="panel panel--narrow form" onSubmit={confirm}>
      <h1>Confirm your address</h1>
      <p>
        You opened the link in a different browser from the one you signed up in. Enter your
        password to confirm the address.
      </p>
      <Field label="Email" type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        enterKeyHint="go"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" variant="primary" busy={isSubmitting}>
        Confirm
      </Button>
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      {isExpired && <NewVerificationLink />}
      <NotSignedUp email={email} />
    </Form>
  )
}

/** For owners of an address that somebody else has signed up with, and for those who forgot the password. */
function NotSignedUp({ email }: { email: string }) {
  const [isSent, setSent] = useState(false)
  const form = useForm()
  const { errors, isSubmitting } = form.formState

  const sendReset = form.handleSubmit(() =>
    runStep(form, async () => {
      const identity = await loadIdentity()
      await identity.sendPasswordReset(email)
      setSent(true)
    }),
  )

  return (
    <>
      <h2>Didn’t sign up?</h2>
      <p>
        Someone else used your address. Ignore the email and it stays unconfirmed. Or set your own
        password: this confirms the address, makes the account yours and signs out everyone else.
      </p>
      <Button onClick={() => void sendReset()} busy={isSubmitting}>
        Set a new password
      </Button>
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <div aria-live="polite">
        {isSent && <Notice icon={Mail}>We’ve emailed {email} a link to set a new password.</Notice>}
      </div>
    </>
  )
}
