import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useNavigate, useSearchParams } from '#web/lib/router/router-view.tsx'
import { LoginStep } from '../login-step.tsx'
import { expiredVerificationPath, isExpiredLink } from './expired-link.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

/** Target of the links in the hosted provider's mails: one URL for all, distinguished by `mode`. */
export function AuthActionPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  if (search.get('mode') === 'resetPassword') return <ResetPasswordPage />

  async function verify() {
    const code = search.get('oobCode')
    if (!code) return navigate(expiredVerificationPath, { replace: true })
    const identity = await loadIdentity()
    try {
      await identity.verifyEmail(code)
    } catch (error) {
      if (!isExpiredLink(error)) throw error
      return navigate(expiredVerificationPath, { replace: true })
    }
    return navigate(pathTo.verifiedLogin, { replace: true })
  }

  return <LoginStep step={verify} />
}
