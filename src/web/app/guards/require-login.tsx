import '../../signed-in.css'
import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from '#web/lib/router/router-view.tsx'
import { useSession } from '#web/lib/session/session.tsx'
import { FullScreenSpinner } from '#web/ui/feedback/spinner.tsx'

/**
 * Renders the page for signed-in accounts; redirects other visitors to the login and back
 * afterwards.
 */
export function RequireLogin() {
  const { status } = useSession()
  if (status === 'loading') return <LoadingPage />
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

export function LoadingPage() {
  return (
    <>
      <title>Loading-Auto Parts</title>
      <FullScreenSpinner />
    </>
  )
}
