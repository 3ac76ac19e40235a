import { useEffect } from 'react'
import { useNavigate } from '#web/lib/router/router-view.tsx'
import { useSession } from '#web/lib/session/session.tsx'

/**
 * Leads on whoever is signed in, here or in another tab: at once, or as soon as they are.
 * Tells whether that is under way.
 */
export function useLeadOn(to: string): boolean {
  const { status } = useSession()
  const navigate = useNavigate()
  const isLeaving = status === 'signed-in'

  useEffect(() => {
    if (isLeaving) void navigate(to, { replace: true })
  }, [isLeaving, navigate, to])

  return isLeaving
}
