import { useEffect } from 'react'
import { useNavigate } from '#web/lib/router/router-view.tsx'
import { useSession } from '#web/lib/session/session.tsx'

/**
 * Redirects signed-in visitors, also after a sign-in in another tab, unless the page holds them for a message. Returns
 * whether a redirect is in progress.
 */
export function useContinueWhenSignedIn(to: string, { isHeld = false } = {}): boolean {
  const { status } = useSession()
  const navigate = useNavigate()
  const isLeaving = status === 'signed-in' && !isHeld

  useEffect(() => {
    if (isLeaving) void navigate(to, { replace: true })
  }, [isLeaving, navigate, to])

  return isLeaving
}
