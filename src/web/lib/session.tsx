import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { useNavigate } from 'react-router'
import { type Credentials, loadedIdentity, loadIdentity } from '#web/lib/identity/identity.ts'
import { claimsOf } from '#web/lib/access-token.ts'
import {
  type Account,
  currentSession,
  endSession,
  enter,
  exchange,
  loading,
  renew,
  type SessionState,
  startSession,
  subscribeToSession,
} from '#web/lib/session-store.ts'

const SessionContext = createContext<SessionState>(loading)

export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(subscribeToSession, currentSession, () => loading)
  useEffect(startSession, [])
  return <SessionContext value={state}>{children}</SessionContext>
}

/** Who is here, and the ways in and out. */
export function useSession() {
  const state = use(SessionContext)
  const navigate = useNavigate()

  /** Leaves the page before the session ends, since its guard would lead to the login. */
  const signOut = useCallback(
    async (to = '/') => {
      await navigate(to)
      await endSession()
    },
    [navigate],
  )

  return useMemo(
    () => ({ ...state, signIn, signInWithGoogle, signUp, signOut, renew }),
    [state, signOut],
  )
}

/** The signed-in account. Only for what stands behind a guard. */
export function useAccount(): Account {
  const { account } = use(SessionContext)
  if (!account) throw new Error('useAccount outside a guard')
  return account
}

async function signIn(credentials: Credentials) {
  const identity = await loadIdentity()
  await identity.signIn(credentials)
  await enter()
}

async function signInWithGoogle() {
  // Not awaited when it is there: a window opens only within the click.
  const identity = loadedIdentity() ?? (await loadIdentity())
  await identity.signInWithGoogle()
  await enter({ named: true })
}

/** Creates the account and leaves it signed out: its owner verifies the address and logs in. */
async function signUp(account: Credentials & { name: string }) {
  const identity = await loadIdentity()
  await identity.signUp(account)
  const idToken = await identity.getIdToken()
  const claims = idToken && claimsOf(idToken)
  if (claims) await exchange(idToken, { ...claims, name: account.name }, true)
  await identity.signOut()
}
