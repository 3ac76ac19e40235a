import '../../signed-in.css'
import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from '#web/lib/router/router-view.tsx'
import { useSession } from '#web/lib/session/session.tsx'
import { FullScreenSpinner } from '#web/ui/feedback/spinner.tsx'

/** Lets in who is signed in; anybody else logs in first and then comes back. */
export function RequireLogin() {
  const { status } = useSession()
  if (status === 'loading') return <Waiting />
  return status === 'signed-in' ? <Outlet /> : <ToLogin />
}

function ToLogin() {
  const location = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    // Who signs out has left the page before, even if React has not drawn the next one yet.
    if (location.pathname !== globalThis.location.pathname) return
    const { pathname, search, hash } = location
    void navigate('/login', { replace: true, state: { from: pathname + search + hash } })
  }, [location, navigate])

  return null
}

export function Waiting() {
  return (
    <>
      <title>Loading-Auto Parts</title>
      <FullScreenSpinner />
    </>
  )
}
