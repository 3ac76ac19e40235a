import { onlineManager } from '@tanstack/react-query'
import type { accounts } from '#contract/accounts.ts'
import { paths } from '#contract/shared/paths.ts'
import {
  claimsOf,
  onTokenChange,
  readToken,
  removeToken,
  writeToken,
} from '#web/lib/session/access-token.ts'
import { messageTo, send } from '#web/lib/http/http.ts'
import { ApiError } from '#web/lib/http/problems.ts'
import { loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import { forgetOwedSignOut, oweSignOut, readOwedSignOut } from '#web/lib/session/owed-sign-out.ts'

export interface Account {
  email: string
  name: string
  verified: boolean
}

export type SessionState =
  | { status: 'loading'; account?: undefined; hasEnded?: undefined }
  /** `hasEnded` after a session that its account did not end on this page. */
  | { status: 'signed-out'; account?: undefined; hasEnded?: true }
  | { status: 'signed-in'; account: Account; hasEnded?: undefined }

// Lazy: most visits do not sign in.
const loadExchange = () => import('#web/lib/session/identity/exchange.ts')

const signOut = messageTo<typeof accounts.signOut>(paths.signOut, {})

const renewBeforeExpiryMs = 5 * 60_000
const renewEveryMsMin = 30_000

export const loading = { status: 'loading' } as const satisfies SessionState

let state: SessionState = loading
let renewal: Promise<string | undefined> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let renewedAt = 0
/** How many sessions have ended in this tab or another: a token that was asked for before is not adopted. */
let endings = 0
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
  const stopRepeating = onlineManager.subscribe(repeatSignOut)
  addEventListener('focus', handleFocus)
  repeatSignOut()
  syncWithStorage()
  return () => {
    stopFollowing()
    stopRepeating()
    removeEventListener('focus', handleFocus)
    clearTimeout(timer)
  }
}

/** Exchanges the provider's session for an access token and stores it, unless the session ends meanwhile. */
export async function exchangeToken({ named = false } = {}): Promise<string> {
  const endingsBefore = endings
  const { fetchToken, noSession } = await loadExchange()
  const token = await fetchToken({ named })
  if (endings !== endingsBefore) throw noSession()
  // It would end the new session as well.
  forgetOwedSignOut()
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

/**
 * Signs out in all tabs; `hasEnded` if the session was over already. If the shop cannot be reached, it ends the session once it can
 * be, also after a reload.
 */
export async function endSession({ hasEnded = false } = {}): Promise<void> {
  const bearer = readToken() ?? ''
  endings += 1
  removeToken()
  publish(undefined, hasEnded)
  await endAtShop(bearer)
}

async function endAtShop(bearer: string) {
  oweSignOut(bearer)
  const outcomes = await Promise.allSettled([
    bearer && send({ ...signOut, bearer }),
    loadIdentity().then((identity) => identity.signOut()),
  ])
  const isOver = outcomes.every(
    ({ status, reason }: { status: string; reason?: unknown }) =>
      status === 'fulfilled' || (reason instanceof ApiError && reason.status < 500),
  )
  if (isOver) forgetOwedSignOut()
}

function repeatSignOut() {
  const bearer = readOwedSignOut()
  if (bearer !== undefined && onlineManager.isOnline()) void endAtShop(bearer)
}

async function renewOrSignOut() {
  const endingsBefore = endings
  try {
    return await exchangeToken()
  } catch (error) {
    // A sign-in since then stays.
    if (endings !== endingsBefore) return readToken()
    const { isSessionOver } = await loadExchange()
    if (!isSessionOver(error)) throw error
    await endSession({ hasEnded: wasSignedIn() })
    return undefined
  }
}

/** Whether there is, or was on this page, a session that can end. */
const wasSignedIn = () =>
  readToken() !== undefined ||
  state.status === 'signed-in' ||
  (state.status === 'signed-out' && state.hasEnded === true)

/** Adopts the stored token, also of another tab; an expired one is renewed first. */
function syncWithStorage() {
  const token = readToken()
  if (token === undefined && state.status === 'signed-in') endings += 1
  const expired = token !== undefined && (claimsOf(token)?.expiresAt ?? 0) <= Date.now()
  if (!expired) return publish(token, wasSignedIn())
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

function publish(token: string | undefined, hasEnded = false) {
  const claims = token === undefined ? undefined : claimsOf(token)
  clearTimeout(timer)
  if (claims) {
    const delay = claims.expiresAt - Date.now() - renewBeforeExpiryMs
    timer = setTimeout(renewInBackground, Math.max(delay, renewEveryMsMin))
    const { email, name, verified } = claims
    state = { status: 'signed-in', account: { email, name, verified } }
  } else {
    state = { status: 'signed-out', ...(hasEnded && { hasEnded }) }
  }
  for (const listener of listeners) listener()
}
