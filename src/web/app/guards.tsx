import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { createPath, Outlet, useLocation, useNavigate } from 'react-router'
import { users } from '#contract/users.ts'
import { read } from '#web/lib/api.ts'
import { useAccount, useSession } from '#web/lib/session.tsx'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { FailedState } from '#web/ui/states.tsx'

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

/**
 * Lets in admins and shows `refusal` to anybody else. It stands behind RequireLogin, which sends who
 * is signed out to the login: a session that is over has already left the identity provider too.
 */
export function RequireAdmin({ refusal }: { refusal: ReactNode }) {
  const { data, isError, refetch } = useIsAdmin()
  if (data) return data.admin ? <Outlet /> : refusal
  if (!isError) return <Waiting />
  return (
    <FailedState heading="h1" title="Your rights could not be checked" onRetry={() => refetch()} />
  )
}

function Waiting() {
  return (
    <>
      <title>Loading-Auto Parts</title>
      <FullScreenSpinner />
    </>
  )
}

/** Whether the signed-in account is an admin. What it may do is decided by the server each time. */
export function useIsAdmin() {
  const { email } = useAccount()
  return useQuery(read(users.isAdmin, { params: { email } }))
}
