import { useEffect, useState } from 'react'
import { AuthError } from '#web/lib/identity/auth-error.ts'
import { codeOfGoogleError, reportToOpener } from '#web/lib/identity/google-window.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useNavigate, useSearchParams } from '#web/lib/router/router-view.tsx'
import { enter } from '#web/lib/session-store.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { signInSentence } from './attempt.ts'
import { keptOrigin } from './login-state.ts'

/** Where a sign-in with Google ends: in its own window, or in the one the visitor came with. */
export function AuthCompletePage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [problem, setProblem] = useState<string>()
  const error = search.get('error')
  const inOwnWindow = search.has('popup')

  useEffect(() => {
    async function finish() {
      if (error !== null) throw new AuthError(codeOfGoogleError(error))
      await enter({ named: true })
      await navigate(keptOrigin(), { replace: true })
    }

    if (inOwnWindow) {
      reportToOpener(error)
      window.close()
    } else {
      finish().catch((cause: unknown) => setProblem(signInSentence(cause)))
    }
  }, [error, inOwnWindow, navigate])

  return (
    <div className="wrap page">
      <title>Login-Auto Parts</title>
      {problem === undefined ? (
        <FullScreenSpinner />
      ) : (
        <div className="panel panel--narrow form">
          <h1>Login</h1>
          <ErrorLine>{problem}</ErrorLine>
          <Link to="/login" state={{ from: keptOrigin() }}>
            Back to Login
          </Link>
        </div>
      )}
    </div>
  )
}
