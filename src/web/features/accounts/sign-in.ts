import { claimsOf } from '#web/lib/session/access-token.ts'
import { exchange } from '#web/lib/session/identity/exchange.ts'
import type { Credentials } from '#web/lib/session/identity/identity.ts'
import { loadedIdentity, loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { enter } from '#web/lib/session/session-store.ts'

export async function signIn(credentials: Credentials) {
  const identity = await loadIdentity()
  await identity.signIn(credentials)
  await enter()
}

export async function signInWithGoogle() {
  // Not awaited when it is there: a window opens only within the click.
  const identity = loadedIdentity() ?? (await loadIdentity())
  await identity.signInWithGoogle()
  await enter({ named: true })
}

/**
 * Creates the account and leaves it signed out: its owner verifies the address and logs in. If the shop
 * knows the address from another provider, that account is theirs once the address is verified.
 */
export async function signUp(account: Credentials & { name: string }) {
  const identity = await loadIdentity()
  await identity.signUp(account)
  const idToken = await identity.getIdToken()
  const claims = idToken && claimsOf(idToken)
  if (claims) {
    await exchange(idToken, { ...claims, name: account.name }, true).catch((error: unknown) => {
      if (!isProblem(error, 'email-not-verified')) throw error
    })
  }
  await identity.signOut()
}
