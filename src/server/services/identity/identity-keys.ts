import { createLocalJWKSet, errors } from 'jose'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { keysUnavailable } from './identity.ts'

const freshMs = 60 * 60 * 1000
const usableMs = 24 * 60 * 60 * 1000
const retryMs = 30_000
const timeoutMs = 5_000

/**
 * A hosted provider's public keys, refreshed every hour and for tokens with an unknown key, but at most every
 * 30 seconds. While their host is down they are used for up to a day.
 */
export function createIdentityKeys(url: string, fetchKeys: typeof fetch = fetch): JWTVerifyGetKey {
  let keys: { find: JWTVerifyGetKey; readAt: number } | undefined
  let triedAt = -Infinity
  /** Why the host is down. */
  let failure: unknown
  let reading: Promise<void> | undefined

  const age = () => Date.now() - (keys?.readAt ?? -Infinity)

  async function refresh() {
    if (Date.now() - triedAt < retryMs) return reading
    triedAt = Date.now()
    reading = read().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function read() {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetchKeys(url, { signal, redirect: 'error' })
      if (!response.ok) throw new Error(`The key endpoint responded with ${response.status}`)
      keys = {
        find: createLocalJWKSet((await response.json()) as JSONWebKeySet),
        readAt: Date.now(),
      }
      failure = undefined
    } catch (error) {
      failure = error
    }
  }

  return async (header, token) => {
    if (age() > freshMs) await refresh()
    if (!keys || age() > usableMs) throw keysUnavailable(failure)
    try {
      return await keys.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await refresh()
      // The key may be new: its users are not signed out while the host is down.
      if (failure) throw keysUnavailable(failure)
      return keys.find(header, token)
    }
  }
}
