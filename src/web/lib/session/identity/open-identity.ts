import { paths } from '#contract/shared/paths.ts'
import type { Response } from '#contract/shared/endpoint.ts'
import type { shop } from '#contract/shop.ts'
import { messageTo, send } from '#web/lib/http/http.ts'
import { NetworkError } from '#web/lib/http/problems.ts'
import { AuthError } from './auth-error.ts'
import { embeddedIdentity } from './embedded.ts'
import type { Identity } from './identity.ts'

let opening: Promise<Identity> | undefined

/** The configured provider; retried after a failure. */
export function openIdentity(): Promise<Identity> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

async function open() {
  const { firebase } = await readSettings()
  if (!firebase) return embeddedIdentity
  const { createFirebaseIdentity } = await import('./firebase.ts')
  return createFirebaseIdentity(firebase)
}

async function readSettings() {
  try {
    const answer = await send(messageTo<typeof shop.config>(paths.config, {}))
    return (answer as Response<typeof shop.config>).identity
  } catch (cause) {
    const isAway = cause instanceof NetworkError
    throw new AuthError(isAway ? 'auth/network-request-failed' : 'auth/internal-error', { cause })
  }
}
