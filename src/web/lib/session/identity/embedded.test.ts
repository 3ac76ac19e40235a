import { afterEach, expect, test, vi } from 'vitest'
import { AuthError } from './auth-error.ts'
import { embeddedIdentity } from './embedded.ts'
import { googleErrorCode } from './google-window.ts'

const mia = { email: 'mia@shop.example', password: 'taillight-40' }
const answering = (status: number, answer: object) =>
  vi.stubGlobal('fetch', async () => Response.json(answer, { status }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** @shows row-29, row-109 */
test.each([
  'auth/unauthorized-domain',
  'auth/popup-blocked',
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/network-request-failed',
  'auth/wrong-password',
  'auth/user-not-found',
  'auth/email-already-in-use',
  'auth/too-many-requests',
  'auth/account-exists-with-different-credential',
  'auth/unverified-email',
] as const)('%s has a message of its own, without the code', (code) => {
  const { message } = new AuthError(code)
  expect(message).toMatch(/^[A-Z][^()]+\.$/)
  expect(message).not.toContain('auth/')
  expect(message).not.toBe(new AuthError('auth/internal-error').message)
})

/** @shows row-29 */
test.each([
  [401, 'INVALID_EMAIL_OR_PASSWORD', 'auth/wrong-password'],
  [404, 'USER_NOT_FOUND', 'auth/user-not-found'],
  [422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'auth/email-already-in-use'],
  [403, 'INVALID_ORIGIN', 'auth/unauthorized-domain'],
  [403, 'BANNED_USER', 'auth/user-disabled'],
  [429, undefined, 'auth/too-many-requests'],
  [500, undefined, 'auth/internal-error'],
])('maps %i %s to %s', async (status, code, expected) => {
  answering(status, { code })
  await expect(embeddedIdentity.signIn(mia)).rejects.toMatchObject({ code: expected })
})

/** @shows row-214 */
test('an address that the provider does not take is not an outage', async () => {
  answering(400, { code: 'VALIDATION_ERROR', message: '[body.email] Invalid email address' })
  await expect(embeddedIdentity.signUp({ ...mia, name: 'Mia' })).rejects.toMatchObject({
    code: 'auth/invalid-email',
  })
  answering(400, { code: 'VALIDATION_ERROR', message: '[body.name] Too small' })
  await expect(embeddedIdentity.signUp({ ...mia, name: 'Mia' })).rejects.toMatchObject({
    code: 'auth/internal-error',
  })
})

test.each([
  ['access_denied', 'auth/popup-closed-by-user'],
  ['account_not_linked', 'auth/account-exists-with-different-credential'],
  ['email_not_verified', 'auth/unverified-email'],
  ['invalid_code', 'auth/internal-error'],
])('maps the callback error %s to %s', (error, expected) => {
  expect(googleErrorCode(error)).toBe(expected)
})

/** @shows row-17 */
test('a failed or timed out request is a network failure', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const failed = { code: 'auth/network-request-failed' }
  await expect(embeddedIdentity.signIn(mia)).rejects.toMatchObject(failed)
  expect(timeout).toHaveBeenCalledWith(30_000)
})

test('resending the verification mail requires a session', async () => {
  answering(200, {})
  await expect(embeddedIdentity.resendVerification()).rejects.toThrow(/^No user is logged in$/)
})

/** @shows row-104 */
test('the link of a reset mail is checked without its use', async () => {
  const requests: string[] = []
  const redirectedTo = (page: string) =>
    vi.stubGlobal('fetch', async (address: string) => {
      requests.push(address)
      return { url: `https://parts.example${page}`, headers: new Headers(), text: async () => '' }
    })
  redirectedTo('/reset-password?error=INVALID_TOKEN')
  await expect(embeddedIdentity.checkPasswordReset('to/ken')).rejects.toMatchObject({
    code: 'auth/invalid-action-code',
  })
  redirectedTo('/reset-password?token=token')
  await embeddedIdentity.checkPasswordReset('token')
  expect(requests[0]).toBe('/api/auth/reset-password/to%2Fken?callbackURL=%2Freset-password')
})
