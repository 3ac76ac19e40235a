import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { shop } from '#contract/shop.ts'
import { specifiedSignIn } from '#web/content/specified-sign-in.ts'
import { read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { AuthError } from '#web/lib/session/identity/auth-error.ts'
import { identityIfLoaded, loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import { exchangeToken } from '#web/lib/session/session-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, Field, PasswordField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'

type SignInAgainProps = {
  email: string
  /** The label of the button that signs in and acts. */
  label: string
  variant?: 'primary' | 'danger'
  onSignedIn: () => Promise<unknown>
}

/** Signs in to the same account once more, by password or Google, and then acts. */
export function SignInAgain({ email, label, variant = 'primary', onSignedIn }: SignInAgainProps) {
  const { data: config } = useQuery(read(shop.config, {}))
  const form = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState

  useEffect(() => {
    // Preloaded, since browsers allow a popup only within the click. An error shows on use.
    loadIdentity().catch(() => {})
  }, [])

  async function actAfter(signIn: () => Promise<void>) {
    form.clearErrors('root')
    try {
      await signIn()
      await exchangeToken()
      await onSignedIn()
    } catch (error) {
      const message = error instanceof AuthError ? error.message : sentenceFor(error)
      form.setError('root', { message })
    }
  }

  const submit = form.handleSubmit(({ password }) =>
    actAfter(async () => (await loadIdentity()).signIn({ email, password })),
  )

  // No await before the popup if the provider is loaded.
  const signInWithGoogle = () =>
    actAfter(async () => {
      const identity = identityIfLoaded() ?? (await loadIdentity())
      await identity.signInWithGoogle()
    })

  return (
    <Form className="form" onSubmit={submit}>
      <Field label="Email" type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        enterKeyHint="go"
        error={errors.password?.message}
        {...form.register('password', { required: 'Password is Required' })}
      />
      {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
      <Button type="submit" variant={variant} busy={isSubmitting}>
        {label}
      </Button>
      {config?.identity.google && (
        <>
          <div className="form__divider">or, without a password</div>
          <Button onClick={() => void signInWithGoogle()}>{specifiedSignIn.google}</Button>
        </>
      )}
    </Form>
  )
}
