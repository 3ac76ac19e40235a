import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { forgetAttempts } from '#web/lib/forms/attempts.ts'
import { forgetDrafts, forgetDraftsOfOthers } from '#web/lib/forms/drafts.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useNavigate } from '#web/lib/router/router-view.tsx'
import {
  type Account,
  currentSession,
  endSession,
  loading,
  renew,
  type SessionState,
  startSession,
  subscribeToSession,
} from '#web/lib/session/session-store.ts'

const SessionContext = createContext<SessionState>(loading)

export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(subscribeToSession, currentSession, () => loading)
  useEffect(() => subscribeToSession(forgetDraftsOfOthers), [])
  useEffect(startSession, [])
  return <SessionContext value={state}>{children}</SessionContext>
}

/** The session and its actions. */
export function useSession() {
  const state = use(SessionContext)
  const navigate = useNavigate()

  /**
   * Navigates home before the session ends, since the guard would redirect to the login; `toLogin`
   * wants that redirect. `keepsText` is for a session that has ended by itself.
   */
  const signOut = useCallback(
    async ({ toLogin = false, keepsText = false } = {}) => {
      if (!toLogin) await navigate(pathTo.home)
      if (!keepsText) {
        forgetDrafts()
        forgetAttempts()
      }
      await endSession({ hasEnded: keepsText })
    },
    [navigate],
  )

  return useMemo(() => ({ ...state, signOut, renew }), [state, signOut])
}

/** The signed-in account. Only below RequireLogin. */
export function useAccount(): Account {
  const { account } = use(SessionContext)
  if (!account) throw new Error('useAccount outside a guard')
  return account
}
