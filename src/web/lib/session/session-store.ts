import type { accounts } from '#contract/accounts.ts'
import { addresses } from '#contract/shared/addresses.ts'
import {
  claimsOf,
  onTokenChange,
  readToken,
  removeToken,
  writeToken,
} from '#web/lib/session/access-token.ts'
import { messageTo, send } from '#web/lib/http/http.ts'
import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'

export interface Account {
  email: string
  name: string
  verified: boolean
}

export type SessionState =
  | { status: 'loading'; account?: undefined }
  | { status: 'signed-out'; account?: undefined }
  | { status: 'signed-in'; account: Account }

// Lazy: most visits do not sign in.
const loadExchange = () => import('#web/lib/session/identity/exchange.ts')

const signOut = messageTo<typeof accounts.signOut>(addresses.signOut, {})

const renewBeforeExpiryMs = 5 * 60_000
const renewEveryMsMin = 30_000

export const loading = { status: 'loading' } as const satisfies SessionState

let state: SessionState = loading
let renewal: Promise<string | undefined> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let renewedAt = 0
const listeners = new Set<() => void>()

export const currentSession = (): SessionState => state

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Keeps the session in sync with the stored token and renews it, until the returned function is
 * called.
 */
export function startSession(): () => void {
  const stopFollowing = onTokenChange(syncWithStorage)
  addEventListener('focus', handleFocus)
  syncWithStorage()
  return () => {
    stopFollowing()
    removeEventListener('focus', handleFocus)
    clearTimeout(timer)
  }
}

/** Exchanges the provider's session for an access token and stores it. */
export async function exchangeToken({ named = false } = {}): Promise<string> {
  const { fetchToken } = await loadExchange()
  const token = await fetchToken({ named })
  renewedAt = Date.now()
  writeToken(token)
  publish(token)
  return token
}

/**
 * Renews the access token; undefined if the session is over. Concurrent callers share one renewal.
 */
export function renew(): Promise<string | undefined> {
  renewal ??= renewOrSignOut().finally(() => {
    renewal = undefined
  })
  return renewal
}

/** Signs out in all tabs. If the network fails, the sessions expire by themselves. */
export async function endSession(): Promise<void> {
  const bearer = readToken()
  removeToken()
  publish(undefined)
  await Promise.allSettled([
    bearer && send({ ...signOut, bearer }),
    loadIdentity().then((identity) => identity.signOut()),
  ])
}

async function renewOrSignOut() {
  try {
    return await exchangeToken()
  } catch (error) {
    const { isSessionOver } = await loadExchange()
    if (!isSessionOver(error)) throw error
    await endSession()
    return undefined
  }
}

/** Adopts the stored token, also of another tab; an expired one is renewed first. */
function syncWithStorage() {
  const token = readToken()
  const expired = token !== undefined && (claimsOf(token)?.expiresAt ?? 0) <= Date.now()
  if (!expired) return publish(token)
  renewInBackground()
}

function renewInBackground() {
  // Offline: the session is unchanged; the next call or focus retries.
  renew().catch(() => {
    if (state.status === 'loading') publish(undefined)
  })
}

function handleFocus() {
  const mayBeVerifiedNow = state.status === 'signed-in' && !state.account.verified
  if (mayBeVerifiedNow && Date.now() - renewedAt >= renewEveryMsMin) renewInBackground()
}

function publish(token: string | undefined) {
  const claims = token === undefined ? undefined : claimsOf(token)
  clearTimeout(timer)
  if (claims) {
    const delay = claims.expiresAt - Date.now() - renewBeforeExpiryMs
    timer = setTimeout(renewInBackground, Math.max(delay, renewEveryMsMin))
    const { email, name, verified } = claims
    state = { status: 'signed-in', account: { email, name, verified } }
  } else {
    state = { status: 'signed-out' }
  }
  for (const listener of listeners) listener()
}
