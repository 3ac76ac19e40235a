import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { SignUp } from '#contract/accounts.ts'
import { specifiedSignIn } from '#web/content/specified-sign-in.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useLocation, useNavigate } from '#web/lib/router/router-view.tsx'
import { useDraft } from '#web/lib/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field, PasswordField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { KeptText } from '#web/domain/kept-text.tsx'
import { PageHead } from '#web/domain/page-head.tsx'
import { runStep } from './run-step.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { LoginReason } from './login-reason.tsx'
import { GoogleButton } from './google-button.tsx'
import { saveReturnPath, type LoginState, loginStateOf } from './login-state.ts'
import { signInWithGoogle, signUp } from './sign-in.ts'
import { useContinueWhenSignedIn } from './use-continue-when-signed-in.ts'

const draftFields = ['name', 'email'] as const

export function SignUpPage() {
  const navigate = useNavigate()
  const { from } = loginStateOf(useLocation().state)
  const form = useForm<SignUp>({
    resolver: zodResolver(SignUp),
    defaultValues: { name: '', email: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState
  // Signing up signs in, and then leads to the login page.
  const [isSigningUp, setIsSigningUp] = useState(false)
  const isLeaving = useContinueWhenSignedIn(from, { isHeld: isSigningUp })
  const draft = useDraft('sign-up', form, draftFields)

  const createAccount = form.handleSubmit((account) =>
    runStep(form, async () => {
      setIsSigningUp(true)
      try {
        await signUp(account)
      } catch (error) {
        setIsSigningUp(false)
        throw error
      }
      draft.forget()
      const state: LoginState = { from, signedUp: account.email }
      await navigate(pathTo.login, { replace: true, state })
    }),
  )

  const enterWithGoogle = () =>
    runStep(form, async () => {
      saveReturnPath(from)
      await signInWithGoogle()
    })

  return (
    <SignInLayout>
      <PageHead
        page={specifiedSignIn.signUp}
        path={pathTo.signUp}
        description="Create an Auto Parts account to order parts and track every order."
      />
      <Form className="panel panel--narrow form" onSubmit={createAccount}>
        <h1>{specifiedSignIn.signUp}</h1>
        <LoginReason from={from} />
        <KeptText draft={draft} />
        <Field
          label="Name"
          hint="Letters only, no spaces"
          autoComplete="given-name"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          hint="6 characters or longer"
          autoComplete="new-password"
          enterKeyHint="go"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" variant="primary" busy={isSubmitting || isLeaving}>
          {specifiedSignIn.signUp}
        </Button>
        {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
        <GoogleButton onClick={() => void enterWithGoogle()} />
        <p>
          Already have an account?{' '}
          <Link to={pathTo.login} state={{ from }}>
            Login
          </Link>
        </p>
      </Form>
    </SignInLayout>
  )
}
