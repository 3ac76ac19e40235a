import '../../signed-in.css'
import { useEffect } from 'react'
import type { ComponentProps } from 'react'
import { waitingPart } from '#web/features/accounts/login-state.ts'
import { PartWithoutScript } from './part-without-script.tsx'
import { Outlet, useLocation, useNavigate } from '#web/lib/router/router-view.tsx'
import { useSession } from '#web/lib/session/session.tsx'
import { FullScreenSpinner } from '#web/ui/feedback/spinner.tsx'

/**
 * Renders the page for signed-in accounts; redirects other visitors to the login and back
 * afterwards.
 */
export function RequireLogin() {
  const { status } = useSession()
  const part = waitingPart(useLocation().pathname)
  if (status === 'loading') {
    return <LoadingPage withoutScript={part && <PartWithoutScript id={part} />} />
  }
  return status === 'signed-in' ? <Outlet /> : <ToLogin />
}

function ToLogin() {
  const location = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    // Signing out navigates first, possibly before React has rendered the next page: then no
    // redirect.
    if (location.pathname !== globalThis.location.pathname) return
    const { pathname, search, hash } = location
    void navigate('/login', { replace: true, state: { from: pathname + search + hash } })
  }, [location, navigate])

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
