import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { users } from '#contract/users.ts'
import { read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Outlet } from '#web/lib/router/router-view.tsx'
import { useAccount } from '#web/lib/session/session.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { LoadingPage } from './require-login.tsx'

/**
 * Renders the page for admins and `refusal` for other accounts. Belongs below RequireLogin, which
 * redirects signed-out visitors to the login.
 */
export function RequireAdmin({ refusal }: { refusal: ReactNode }) {
  const { data, error, refetch } = useIsAdmin()
  if (data) return data.admin ? <Outlet /> : <>{refusal}</>
  if (!error) return <LoadingPage />
  return (
    <FailedState
      heading="h1"
      title="Your permissions could not be checked"
      onRetry={() => refetch()}
    >
      {sentenceFor(error)}
    </FailedState>
  )
}

/** Whether the signed-in account is an admin. For display only: the server checks every request. */
export function useIsAdmin() {
  const { email } = useAccount()
  return useQuery(read(users.isAdmin, { params: { email } }))
}
