import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { users } from '#contract/users.ts'
import { read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Outlet } from '#web/lib/router/router-view.tsx'
import { useAccount } from '#web/lib/session/session.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { Waiting } from './require-login.tsx'

/**
 * Lets in admins and shows `refusal` to anybody else. It stands behind RequireLogin, which sends who
 * is signed out to the login: a session that is over has already left the identity provider too.
 */
export function RequireAdmin({ refusal }: { refusal: ReactNode }) {
  const { data, error, refetch } = useIsAdmin()
  if (data) return data.admin ? <Outlet /> : refusal
  if (!error) return <Waiting />
  return (
    <FailedState heading="h1" title="Your rights could not be checked" onRetry={() => refetch()}>
      {sentenceFor(error)}
    </FailedState>
  )
}

/** Whether the signed-in account is an admin. What it may do is decided by the server each time. */
export function useIsAdmin() {
  const { email } = useAccount()
  return useQuery(read(users.isAdmin, { params: { email } }))
}
