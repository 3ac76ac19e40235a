import '../signed-in.css'
import { useEffect } from 'react'
import { createPath, Outlet, useLocation, useNavigate } from 'react-router'
import { useSession } from '#web/lib/session.tsx'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'

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
    void navigate('/login', { replace: true, state: { from: createPath(location) } })
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
