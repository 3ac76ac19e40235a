import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { SignUp } from '#contract/accounts.ts'
import { specifiedSignIn } from '#web/content/specified-sign-in.ts'
import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useNavigate, useSearchParams } from '#web/lib/router/router-view.tsx'
import { currentSession, endSession } from '#web/lib/session/session-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, PasswordField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { runStep } from '../run-step.ts'
import { ExpiredReset, isExpiredLink } from './expired-link.tsx'
import type { LoginState } from '../login-state.ts'

const NewPassword = z.pick(SignUp, { password: true })

/** Target of the link in the password reset mail. */
export function ResetPasswordPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  // Name of the parameter at the hosted provider.
  const token = search.get('token') ?? search.get('oobCode')
  const isDead = useIsDead(token)
  const [isExpired, setIsExpired] = useState(!token)
  const form = useForm({ resolver: zodResolver(NewPassword), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState

  const changePassword = form.handleSubmit(({ password }) =>
    runStep(form, async () => {
      const identity = await loadIdentity()
      try {
        await identity.confirmPasswordReset(token ?? '', password)
      } catch (error) {
        if (!isExpiredLink(error)) throw error
        setIsExpired(true)
        return
      }
      // The provider has revoked all sessions of the account.
      if (currentSession().status === 'signed-in') await endSession()
      const state: LoginState = { passwordChanged: true }
      await navigate(pathTo.login, { replace: true, state })
    }),
  )

  return (
    <div className="wrap page">
      <title>New password-Auto Parts</title>
      <div className="panel panel--narrow form">
        <h1>New password</h1>
        {isExpired || isDead ? (
          <ExpiredReset />
        ) : (
          <Form className="form form--link" onSubmit={changePassword}>
            <PasswordField
              label="Password"
              hint="6 characters or longer"
              autoComplete="new-password"
              enterKeyHint="go"
              error={errors.password?.message}
              {...form.register('password')}
            />
            <Button type="submit" variant="primary" busy={isSubmitting}>
              Save password
            </Button>
            {errors.root?.message && <ErrorLine>{errors.root.message}</ErrorLine>}
          </Form>
        )}
        <Link to={pathTo.login}>{specifiedSignIn.backToLogin}</Link>
      </div>
    </div>
  )
}

/** Whether the link is known to be invalid. Until the check has answered, it counts as valid. */
function useIsDead(token: string | null): boolean {
  const [deadToken, setDeadToken] = useState<string>()

  useEffect(() => {
    async function check() {
      if (!token) return
      const identity = await loadIdentity()
      await identity.checkPasswordReset(token)
    }
    check().catch((error: unknown) => {
      // Other failures are reported when the password is saved.
      if (token && isExpiredLink(error)) setDeadToken(token)
    })
  }, [token])

  return deadToken !== undefined && deadToken === token
}
