import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Login } from '#contract/accounts.ts'
import { specifiedSignIn } from '#web/content/specified-sign-in.ts'
import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useLocation, useSearchParams } from '#web/lib/router/router-view.tsx'
import { useSession } from '#web/lib/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorLine, Field, PasswordField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PageHead } from '#web/domain/page-head.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { runStep } from './run-step.ts'
import { GoogleButton } from './google-button.tsx'
import { linkSentences, LoginNotice } from './login-notice.tsx'
import { LoginReason, WaitingPart } from './login-reason.tsx'
import { ExpiredVerification } from './mail-links/expired-link.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { continueText, saveReturnPath, loginStateOf } from './login-state.ts'
import { signIn, signInWithGoogle } from './sign-in.ts'
import { useContinueWhenSignedIn } from './use-continue-when-signed-in.ts'

export function LoginPage() {
  const { from, ...arrival } = loginStateOf(useLocation().state)
  const { signedUp, sessionEnded } = arrival
  const link = linkOutcome(useSearchParams()[0])
  const { account } = useSession()
  const [resetSentTo, setResetSentTo] = useState<string>()
  const form = useForm<Login>({
    resolver: zodResolver(Login),
    defaultValues: { email: '', password: '' },
  })
  const { getValues, setValue } = form
  useEffect(() => {
    if (signedUp && getValues('email') === '') setValue('email', signedUp)
  }, [signedUp, getValues, setValue])
  const { errors, isSubmitting } = form.formState
  const [hasLoggedIn, setHasLoggedIn] = useState(false)
  const isNew = account !== undefined && account.email === signedUp
  const needsNewLink = link.linkExpired && account?.verified === false
  const isLeaving = useContinueWhenSignedIn(from, {
    isHeld: needsNewLink || (isNew && !hasLoggedIn),
  })
  useLinkOutcome(link, isLeaving)

  const logInBy = (way: () => Promise<void>) =>
    runStep(form, async () => {
      setResetSentTo(undefined)
      await way()
      setHasLoggedIn(true)
    })

  const logIn = form.handleSubmit((credentials) => logInBy(() => signIn(credentials)))

  async function sendReset() {
    setResetSentTo(undefined)
    if (!(await form.trigger('email', { shouldFocus: true }))) return
    await runStep(form, async () => {
      const email = Login.shape.email.parse(form.getValues('email'))
      const identity = await loadIdentity()
      await identity.sendPasswordReset(email)
      setResetSentTo(email)
    })
  }

  return (
    <SignInLayout>
      <PageHead
        page="Login"
        path={pathTo.login}
        description="Log in to Auto Parts to order car parts, pay for them and follow your orders."
      />
      {needsNewLink ? (
        <ExpiredVerification from={from} />
      ) : (
        <Form className="panel panel--narrow form" onSubmit={logIn}>
          <div className="stack" aria-live="polite">
            <h1>Login</h1>
            <LoginNotice {...arrival} {...link} resetSentTo={resetSentTo} />
          </div>
          {isNew ? (
            <>
              <WaitingPart from={from} />
              <ButtonLink to={from} replace variant="primary" size="large" iconEnd={ArrowRight}>
                {continueText(from)}
              </ButtonLink>
              <div className="form__divider">or log in again</div>
            </>
          ) : (
            <LoginReason from={from} sessionEnded={sessionEnded} />
          )}
          <Field
            label="Email"
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...form.register('email')}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            enterKeyHint="go"
            labelEnd={
              <Button variant="quiet" size="small" onClick={sendReset}>
                {specifiedSignIn.forgotPassword}
              </Button>
            }
            error={errors.password?.message}
            {...form.register('password')}
          />
          <Button
            type="submit"
            variant={isNew ? undefined : 'primary'}
            busy={isSubmitting || isLeaving}
          >
            Login
          </Button>
          {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
          <GoogleButton
            onClick={() =>
              void logInBy(() => {
                saveReturnPath(from)
                return signInWithGoogle()
              })
            }
          />
          <Link to={pathTo.signUp} state={{ from }}>
            {specifiedSignIn.createAccount}
          </Link>
        </Form>
      )}
    </SignInLayout>
  )
}

/** The verification link redirects here, with `error` in the query if it failed. */
const linkOutcome = (search: URLSearchParams) => ({
  verified: search.has('verified') && !search.has('error'),
  linkExpired: search.has('error'),
})

/**
 * Reports the verification by a toast to visitors who are signed in and leave this page at once.
 */
function useLinkOutcome(
  { verified, linkExpired }: ReturnType<typeof linkOutcome>,
  isLeaving: boolean,
) {
  const { renew } = useSession()
  useEffect(() => {
    if (!isLeaving) return
    if (linkExpired) toast.error(linkSentences.expired)
    if (!verified) return
    toast.success(linkSentences.verified)
    // The access token still contains the old verification state; if the renewal fails, that does
    // no harm.
    renew().catch(() => {})
  }, [isLeaving, linkExpired, verified, renew])
}
