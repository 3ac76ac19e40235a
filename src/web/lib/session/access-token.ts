// specification: 'storage under the key accessToken'
const key = 'accessToken'

/** Claims of a token, unverified: the server checks tokens, the browser only displays claims. */
export interface Claims {
  email: string
  name: string
  verified: boolean
  expiresAt: number
}

/** Fallback for browsers that block storage: lasts as long as the page. */
let unstored: string | undefined

export function readToken(): string | undefined {
  try {
    return localStorage.getItem(key) ?? unstored
  } catch {
    return unstored
  }
}

export function writeToken(token: string) {
  try {
    localStorage.setItem(key, token)
  } catch {
    unstored = token
  }
}

export function removeToken() {
  unstored = undefined
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/** Subscribes to changes of the token by other tabs. */
export function onTokenChange(listener: () => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  addEventListener('storage', handle)
  return () => removeEventListener('storage', handle)
}

/** Decodes an access token or ID token; undefined if it is neither. */
export function claimsOf(token: string): Claims | undefined {
  const claims = payloadOf(token)
  if (!claims) return undefined
  const { email, name, exp } = claims
  if (typeof email !== 'string' || typeof exp !== 'number') return undefined
  return {
    email,
    name: typeof name === 'string' ? name : '',
    verified: (claims['verified'] ?? claims['email_verified']) === true,
    expiresAt: exp * 1000,
  }
}

function payloadOf(token: string): Record<string, unknown> | undefined {
  const [, payload = ''] = token.split('.')
  try {
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined
  } catch {
    return undefined
  }
}
