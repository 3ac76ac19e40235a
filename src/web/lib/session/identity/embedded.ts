import { rememberChange } from '#web/lib/http/sent-changes.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { type AuthCode, AuthError } from './auth-error.ts'
import { withGoogleWindow } from './google-window.ts'
import type { Identity } from './identity.ts'

const timeoutMs = 30_000

/** Client of the embedded identity provider, which keeps its session in an HttpOnly cookie. */
export const embeddedIdentity: Identity = {
  async signUp({ name, email, password }) {
    await post('/sign-up/email', { name, email, password, callbackURL: pathTo.verifiedLogin })
  },

  async signIn({ email, password }) {
    await post('/sign-in/email', { email, password })
  },

  async signInWithGoogle() {
    await withGoogleWindow(async (callbackURL) => {
      const answer = await post('/sign-in/social', {
        provider: 'google',
        callbackURL,
        errorCallbackURL: callbackURL,
        disableRedirect: true,
      })
      return textIn(answer, 'url')
    })
  },

  // The server handles both and redirects to our pages afterwards.
  async finishGoogle() {},

  async verifyEmail() {
    throw new AuthError('auth/invalid-action-code')
  },

  async sendPasswordReset(email) {
    await post('/request-password-reset', { email, redirectTo: pathTo.resetPassword })
  },

  // The link of the mail: it redirects to the page, with an error if its token is not valid.
  async checkPasswordReset(token) {
    const page = new URLSearchParams({ callbackURL: pathTo.resetPassword })
    const { url } = await exchange(`/reset-password/${encodeURIComponent(token)}?${page}`)
    const code = new URL(url).searchParams.get('error')
    if (code) throw new AuthError(codes[code] ?? 'auth/internal-error')
  },

  async confirmPasswordReset(token, password) {
    await post('/reset-password', { token, newPassword: password })
  },

  async confirmEmail(token, { email, password }) {
    await post('/confirm-email', { token, email, password })
  },

  async resendVerification() {
    const { user } = (await get('/get-session')) as { user?: unknown }
    if (!user) throw new AuthError('auth/no-current-user')
    const email = textIn(user, 'email')
    await post('/send-verification-email', { email, callbackURL: pathTo.dashboard })
  },

  // Deleted by the server, with the shop's account.
  async deleteAccount() {},

  async signOut() {
    await post('/sign-out', {})
  },

  async getIdToken() {
    const { status, answer } = await exchange('/token')
    if (status === 401) return undefined
    return textIn(accepted(status, answer), 'token')
  },
}

const codes: Readonly<Record<string, AuthCode>> = {
  BANNED_USER: 'auth/user-disabled',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'auth/unauthorized-domain',
  EMAIL_MISMATCH: 'auth/no-current-user',
  INVALID_CALLBACK_URL: 'auth/unauthorized-domain',
  INVALID_EMAIL: 'auth/invalid-email',
  INVALID_EMAIL_OR_PASSWORD: 'auth/wrong-password',
  INVALID_ORIGIN: 'auth/unauthorized-domain',
  INVALID_PASSWORD: 'auth/wrong-password',
  INVALID_TOKEN: 'auth/invalid-action-code',
  MISSING_OR_NULL_ORIGIN: 'auth/unauthorized-domain',
  PASSWORD_COMPROMISED: 'auth/weak-password',
  PASSWORD_TOO_LONG: 'auth/weak-password',
  PASSWORD_TOO_SHORT: 'auth/weak-password',
  TOKEN_EXPIRED: 'auth/invalid-action-code',
  USER_ALREADY_EXISTS: 'auth/email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'auth/email-already-in-use',
  USER_NOT_FOUND: 'auth/user-not-found',
}

async function get(path: string) {
  const { status, answer } = await exchange(path)
  return accepted(status, answer)
}

async function post(path: string, body: object) {
  const { status, answer } = await rememberChange(`POST ${path}`, () =>
    exchange(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  return accepted(status, answer)
}

async function exchange(path: string, init: RequestInit = {}) {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`/api/auth${path}`, { ...init, signal })
    const text = await response.text()
    return {
      url: response.url,
      status: response.status,
      answer: isJson(response) ? (JSON.parse(text) as unknown) : {},
    }
  } catch (cause) {
    throw new AuthError('auth/network-request-failed', { cause })
  }
}

function accepted(status: number, answer: unknown): object {
  if (status === 429) throw new AuthError('auth/too-many-requests')
  const refused = { ...(answer as { code?: unknown; message?: unknown } | null) }
  if (status >= 400) throw new AuthError(codeOf(refused))
  return refused
}

/** The provider names only the field of an invalid request. */
const codeOf = ({ code, message }: { code?: unknown; message?: unknown }): AuthCode =>
  code === 'VALIDATION_ERROR' && String(message).includes('body.email')
    ? 'auth/invalid-email'
    : (codes[String(code)] ?? 'auth/internal-error')

function textIn(answer: object, name: string): string {
  const value = (answer as Record<string, unknown>)[name]
  if (typeof value !== 'string') throw new AuthError('auth/internal-error')
  return value
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.includes('json') ?? false
