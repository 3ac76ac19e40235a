import { useEffect, useRef, useState } from 'react'
import { specifiedSignIn } from '#web/content/specified-sign-in.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { FullScreenSpinner } from '#web/ui/feedback/spinner.tsx'
import { signInErrorText } from './run-step.ts'
import { savedReturnPath } from './login-state.ts'

/** Runs a sign-in step on load; stays visible only to show its error. */
export function LoginStep({ step }: { step: () => Promise<unknown> }) {
  const [problem, setProblem] = useState<string>()
  const hasStarted = useRef(false)

  useEffect(() => {
    // Runs once, even in strict mode: a mail link is single-use.
    if (hasStarted.current) return
    hasStarted.current = true
    step().catch((cause: unknown) => setProblem(signInErrorText(cause)))
  }, [step])

  return (
    <div className="wrap page">
      <title>Login-Auto Parts</title>
      {problem === undefined ? (
        <FullScreenSpinner />
      ) : (
        <div className="panel panel--narrow form">
          <h1>Login</h1>
          <ErrorLine>{problem}</ErrorLine>
          <Link to={pathTo.login} state={{ from: savedReturnPath() }}>
            {specifiedSignIn.backToLogin}
          </Link>
        </div>
      )}
    </div>
  )
}
