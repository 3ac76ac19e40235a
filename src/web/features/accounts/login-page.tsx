import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { Login } from '#contract/accounts.ts'
import { loadIdentity } from '#web/lib/identity/identity.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field, PasswordField } from '#web/ui/field.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { attempt } from './attempt.ts'
import { GoogleButton } from './google-button.tsx'
import { LoginNotice } from './login-notice.tsx'
import { keepOrigin, loginStateOf } from './login-state.ts'
import { signIn, signInWithGoogle } from './sign-in.ts'

export function LoginPage() {
  const navigate = useNavigate()
  const { from, ...arrival } = loginStateOf(useLocation().state)
  const [search] = useSearchParams()
  const [resetSentTo, setResetSentTo] = useState<string>()
  const form = useForm<Login>({
    resolver: zodResolver(Login),
    defaultValues: { email: arrival.signedUp ?? '', password: '' },
  })
  const { errors, isSubmitting } = form.formState

  const enterBy = (way: () => Promise<void>) =>
    attempt(form, async () => {
      setResetSentTo(undefined)
      await way()
      await navigate(from, { replace: true })
    })

  const logIn = form.handleSubmit((credentials) => enterBy(() => signIn(credentials)))

  async function sendReset() {
    setResetSentTo(undefined)
    if (!(await form.trigger('email', { shouldFocus: true }))) return
    await attempt(form, async () => {
      const email = Login.shape.email.parse(form.getValues('email'))
      const identity = await loadIdentity()
      await identity.sendPasswordReset(email)
      setResetSentTo(email)
    })
  }

  return (
    <div className="wrap page">
      <PageHead
        page="Login"
        path="/login"
        description="Log in to Auto Parts to order car parts, pay for them and follow your orders."
      />
      <form className="panel panel--narrow form" noValidate onSubmit={(event) => void logIn(event)}>
        <div className="stack" aria-live="polite">
          <h1>Login</h1>
          <LoginNotice {...arrival} {...linkOutcome(search)} resetSentTo={resetSentTo} />
        </div>
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
              Forgot Password
            </Button>
          }
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Login
        </Button>
        {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
        <GoogleButton
          onClick={() =>
            void enterBy(() => {
              keepOrigin(from)
              return signInWithGoogle()
            })
          }
        />
        <Link to="/signup" state={{ from }}>
          Create new Account
        </Link>
      </form>
    </div>
  )
}

/** The link in the verification mail comes back here, with an error when it did not verify. */
const linkOutcome = (search: URLSearchParams) => ({
  verified: search.has('verified') && !search.has('error'),
  linkExpired: search.has('error'),
})
