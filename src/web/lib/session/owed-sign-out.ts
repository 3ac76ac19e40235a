/** The access token of a session that has ended in this browser, but not yet at the shop; empty if it had none. */
const key = 'unendedSession'

export function readOwedSignOut(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function oweSignOut(bearer: string) {
  try {
    localStorage.setItem(key, bearer)
  } catch {
    // Storage is blocked: the sessions expire by themselves if the shop cannot be reached.
  }
}

export function forgetOwedSignOut() {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}
