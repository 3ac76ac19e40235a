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

// Most visits need none of it.
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

/** Follows the stored token and keeps it fresh, until the returned function is called. */
export function startSession(): () => void {
  const stopFollowing = onTokenChange(follow)
  addEventListener('focus', handleFocus)
  follow()
  return () => {
    stopFollowing()
    removeEventListener('focus', handleFocus)
    clearTimeout(timer)
  }
}

/** Exchanges the provider's session for an access token of the shop and signs in with it. */
export async function enter({ named = false } = {}): Promise<string> {
  const { fetchToken } = await loadExchange()
  const token = await fetchToken({ named })
  renewedAt = Date.now()
  writeToken(token)
  publish(token)
  return token
}

/** A new access token, or undefined when the session is over; several callers share one renewal. */
export function renew(): Promise<string | undefined> {
  renewal ??= enterOrEnd().finally(() => {
    renewal = undefined
  })
  return renewal
}

/** Ends the session here and in every tab; what the network does not let through ends by itself. */
export async function endSession(): Promise<void> {
  const bearer = readToken()
  removeToken()
  publish(undefined)
  await Promise.allSettled([
    bearer && send({ ...signOut, bearer }),
    loadIdentity().then((identity) => identity.signOut()),
  ])
}

async function enterOrEnd() {
  try {
    return await enter()
  } catch (error) {
    const { isOver } = await loadExchange()
    if (!isOver(error)) throw error
    await endSession()
    return undefined
  }
}

/** Takes over the stored token, ours or another tab's; one that has expired is renewed first. */
function follow() {
  const token = readToken()
  const expired = token !== undefined && (claimsOf(token)?.expiresAt ?? 0) <= Date.now()
  if (!expired) return publish(token)
  renewInBackground()
}

function renewInBackground() {
  // Without the network a session stays what it was; the next call or focus tries again.
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
