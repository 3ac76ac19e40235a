import { createLocalJWKSet, errors } from 'jose'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { keysUnavailable } from './identity.ts'

const freshMs = 60 * 60 * 1000
const usableMs = 24 * 60 * 60 * 1000
const retryMs = 30_000
const timeoutMs = 5_000

/**
 * A hosted provider's public keys, read again every hour and when a token names one that is unknown,
 * but only once in 30 seconds whatever comes. While their host is away they are good for a day.
 */
export function createIdentityKeys(url: string, fetchKeys: typeof fetch = fetch): JWTVerifyGetKey {
  let keys: { find: JWTVerifyGetKey; readAt: number } | undefined
  let askedAt = -Infinity
  let isAway = false
  let reading: Promise<void> | undefined

  const age = () => Date.now() - (keys?.readAt ?? -Infinity)

  async function readAgain() {
    if (Date.now() - askedAt < retryMs) return reading
    askedAt = Date.now()
    reading = read().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function read() {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetchKeys(url, { signal, redirect: 'error' })
      if (!response.ok) throw new Error(`The keys answered ${response.status}`)
      keys = {
        find: createLocalJWKSet((await response.json()) as JSONWebKeySet),
        readAt: Date.now(),
      }
      isAway = false
    } catch {
      isAway = true
    }
  }

  return async (header, token) => {
    if (age() > freshMs) await readAgain()
    if (!keys || age() > usableMs) throw keysUnavailable()
    try {
      return await keys.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await readAgain()
      // It may be a new key that we have not heard of: nobody is signed out for that.
      if (isAway) throw keysUnavailable()
      return keys.find(header, token)
    }
  }
}
