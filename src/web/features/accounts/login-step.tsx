import { useEffect, useRef, useState } from 'react'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { FullScreenSpinner } from '#web/ui/feedback/spinner.tsx'
import { signInSentence } from './run-step.ts'
import { keptOrigin } from './login-state.ts'

/** A page that does one step of signing in by itself, and stays only when that has failed. */
export function LoginStep({ step }: { step: () => Promise<unknown> }) {
  const [problem, setProblem] = useState<string>()
  const hasStarted = useRef(false)

  useEffect(() => {
    // Never twice: the link in a mail is good for once.
    if (hasStarted.current) return
    hasStarted.current = true
    step().catch((cause: unknown) => setProblem(signInSentence(cause)))
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
          <Link to="/login" state={{ from: keptOrigin() }}>
            {specifiedTexts.signIn.backToLogin}
          </Link>
        </div>
      )}
    </div>
  )
}
