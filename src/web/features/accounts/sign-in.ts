import type { Credentials } from '#web/lib/session/identity/identity.ts'
import { identityIfLoaded, loadIdentity } from '#web/lib/session/identity/load-identity.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { exchangeToken } from '#web/lib/session/session-store.ts'

export async function signIn(credentials: Credentials) {
  const identity = await loadIdentity()
  await identity.signIn(credentials)
  await exchangeToken()
}

export async function signInWithGoogle() {
  // No await if it is loaded: browsers allow a popup only within the click.
  const identity = identityIfLoaded() ?? (await loadIdentity())
  await identity.signInWithGoogle()
  await exchangeToken({ named: true })
}

/**
 * Creates the account and signs in. If an account with this address exists from another provider, verification links
 * it: until then nobody is signed in.
 */
// specification: 'after login or sign-up the client asks the server for a token'
export async function signUp(account: Credentials & { name: string }) {
  const identity = await loadIdentity()
  await identity.signUp(account)
  try {
    await exchangeToken({ named: true })
  } catch (error) {
    if (!isProblem(error, 'email-not-verified')) throw error
    await identity.signOut()
  }
}
