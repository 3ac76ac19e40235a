import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowRight, Mail } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Login } from '#contract/accounts.ts'
import { AuthError } from '#web/lib/session/identity/auth-error.ts'
import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { useResendVerification } from '#web/lib/session/use-resend-verification.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { linkSentences, LoginNotice } from '../login-notice.tsx'
import { continueText } from '../login-state.ts'
import { runStep, signInErrorText } from '../run-step.ts'

/** The login page replaces an expired verification link: there the account is known. */
export const expiredVerificationPath = `${pathTo.login}?error=expired`

const expiredCodes: readonly string[] = ['auth/expired-action-code', 'auth/invalid-action-code']

export const isExpiredLink = (error: unknown) =>
  error instanceof AuthError && expiredCodes.includes(error.code)

const sendNewLink = 'Send a new link'

/** Replaces an expired verification link of the account that is signed in. */
export function ExpiredVerification({ from }: { from: string }) {
  const { email } = useAccount()
  const { isSent, error, send } = useResendVerification()
  return (
    <div className="panel panel--narrow form">
      <h1>Confirm your address</h1>
      <ErrorLine>{linkSentences.expired}</ErrorLine>
      <Button variant="primary" aria-disabled={isSent} onClick={send}>
        {sendNewLink}
      </Button>
      {error && <ErrorLine>{signInErrorText(error)}</ErrorLine>}
      <div aria-live="polite">
        {isSent && (
          <Notice tone="ok" icon={Mail}>
            We’ve emailed {email}: open the link to verify your address.
          </Notice>
        )}
      </div>
      <ButtonLink to={from} replace iconEnd={ArrowRight}>
        {continueText(from)}
      </ButtonLink>
    </div>
  )
}

const Address = z.pick(Login, { email: true })

/** Replaces an expired link for a new password. */
export function ExpiredReset() {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({ resolver: zodResolver(Address), defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState

  const send = form.handleSubmit(({ email }) =>
    runStep(form, async () => {
      setSentTo(undefined)
      const identity = await loadIdentity()
      await identity.sendPasswordReset(email)
      setSentTo(email)
    }),
  )

  return (
    <Form className="form form--link" onSubmit={send}>
      <ErrorLine>{linkSentences.expired}</ErrorLine>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        enterKeyHint="go"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {sendNewLink}
      </Button>
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <div aria-live="polite">
        <LoginNotice resetSentTo={sentTo} />
      </div>
    </Form>
  )
}

/** Leads to the page that replaces an expired verification link. */
export const NewVerificationLink = () => (
  <ButtonLink to={expiredVerificationPath} variant="primary">
    {sendNewLink}
  </ButtonLink>
)
