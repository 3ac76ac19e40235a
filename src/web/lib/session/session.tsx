import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { forgetDrafts } from '#web/lib/forms/drafts.ts'
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
  useEffect(startSession, [])
  return <SessionContext value={state}>{children}</SessionContext>
}

/** The session and its actions. */
export function useSession() {
  const state = use(SessionContext)
  const navigate = useNavigate()

  /**
   * Navigates home before the session ends, since the guard would redirect to the login; `toLogin`
   * wants that redirect.
   */
  const signOut = useCallback(
    async ({ toLogin = false } = {}) => {
      if (!toLogin) await navigate('/')
      forgetDrafts()
      await endSession()
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
