import { AuthError } from '#web/lib/session/identity/auth-error.ts'
import { codeOfGoogleError, reportToOpener } from '#web/lib/session/identity/google-window.ts'
import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import { useNavigate, useSearchParams } from '#web/lib/router/router-view.tsx'
import { enter } from '#web/lib/session/session-store.ts'
import { LoginStep } from './login-step.tsx'
import { keptOrigin } from './login-state.ts'

/** Where a sign-in with Google ends: in its own window, or in the one the visitor came with. */
export function AuthCompletePage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const error = search.get('error')
  const inOwnWindow = search.has('popup')

  async function finish() {
    if (inOwnWindow) {
      reportToOpener(error)
      window.close()
      return
    }
    if (error !== null) throw new AuthError(codeOfGoogleError(error))
    const identity = await loadIdentity()
    await identity.finishGoogle()
    await enter({ named: true })
    await navigate(keptOrigin(), { replace: true })
  }

  return <LoginStep step={finish} />
}
