import '../../signed-in.css'
import { Fragment, useEffect } from 'react'
import type { ComponentProps } from 'react'
import { type LoginState, waitingPart } from '#web/features/accounts/login-state.ts'
import { PartWithoutScript } from './part-without-script.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Outlet, useLocation, useNavigate } from '#web/lib/router/router-view.tsx'
import { useSession } from '#web/lib/session/session.tsx'
import { FullScreenSpinner } from '#web/ui/feedback/spinner.tsx'

/**
 * Renders the page for signed-in accounts; redirects other visitors to the login and back
 * afterwards.
 */
export function RequireLogin() {
  const session = useSession()
  const { status, account } = session
  const part = waitingPart(useLocation().pathname)
  if (status === 'loading') {
    return <LoadingPage withoutScript={part && <PartWithoutScript id={part} />} />
  }
  if (!account) return <ToLogin sessionEnded={session.hasEnded} />
  // Another account that signs in, in another tab too, begins anew: no form has the text of the one before.
  return (
    <Fragment key={account.email}>
      <Outlet />
    </Fragment>
  )
}

function ToLogin({ sessionEnded }: Pick<LoginState, 'sessionEnded'>) {
  const location = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    // Signing out navigates first, possibly before React has rendered the next page: then no
    // redirect.
    if (location.pathname !== globalThis.location.pathname) return
    const { pathname, search, hash } = location
    const state: LoginState = {
      from: pathname + search + hash,
      ...(sessionEnded && { sessionEnded }),
    }
    void navigate(pathTo.login, { replace: true, state })
  }, [location, navigate, sessionEnded])

  return null
}

export function LoadingPage({ withoutScript }: ComponentProps<typeof FullScreenSpinner>) {
  return (
    <>
      <title>Loading-Auto Parts</title>
      <FullScreenSpinner withoutScript={withoutScript} />
    </>
  )
}
