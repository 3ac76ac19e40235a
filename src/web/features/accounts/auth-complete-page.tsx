import { AuthError } from '#web/lib/session/identity/auth-error.ts'
import { googleErrorCode, reportToOpener } from '#web/lib/session/identity/google-window.ts'
import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import { useNavigate, useSearchParams } from '#web/lib/router/router-view.tsx'
import { exchangeToken } from '#web/lib/session/session-store.ts'
import { LoginStep } from './login-step.tsx'
import { savedReturnPath } from './login-state.ts'

/** Callback page of the Google sign-in, in the popup or in the main window. */
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
    if (error !== null) throw new AuthError(googleErrorCode(error))
    const identity = await loadIdentity()
    await identity.finishGoogle()
    await exchangeToken({ named: true })
    await navigate(savedReturnPath(), { replace: true })
  }

  return <LoginStep step={finish} />
}
