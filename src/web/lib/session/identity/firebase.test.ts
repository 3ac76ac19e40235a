import { beforeEach, expect, test, vi } from 'vitest'
import { createFirebaseIdentity } from './firebase.ts'

const provider = vi.hoisted(() => {
  const calls: { path: string; body: unknown }[] = []
  const state = { answers: new Map<string, object>(), isAway: false }
  // Before the import: the SDK captures `fetch` on load.
  vi.stubGlobal('fetch', async (address: string, init: { body: string }) => {
    if (state.isAway) throw new TypeError('Failed to fetch')
    const path = new URL(address).pathname
    calls.push({ path, body: init.body })
    const answer = state.answers.get(path) ?? { error: { code: 400, message: 'NOT_EXPECTED' } }
    return Response.json(answer, { status: 'error' in answer ? 400 : 200 })
  })
  return { calls, state }
})

// No popups in Node; e2e/hosted covers them.
vi.mock('@firebase/auth', async (load) => ({
  ...(await load<object>()),
  browserPopupRedirectResolver: undefined,
}))

const identity = createFirebaseIdentity({
  projectId: 'auto-parts-1a2b',
  apiKey: 'AIza-key',
  authDomain: 'auto-parts-1a2b.firebaseapp.com',
})
const mia = { email: 'mia@shop.example', password: 'taillight-40' }

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://parts.example/login'))
  provider.calls.length = 0
  provider.state.answers.clear()
  provider.state.isAway = false
})

const refusing = (path: string, message: string) =>
  provider.state.answers.set(`/v1/accounts:${path}`, { error: { code: 400, message } })

test.each([
  ['INVALID_LOGIN_CREDENTIALS', 'Incorrect email or password.'],
  ['INVALID_PASSWORD', 'Incorrect email or password.'],
  ['EMAIL_NOT_FOUND', 'There is no account with this email.'],
  ['USER_DISABLED', 'This account is closed.'],
  [
    'TOO_MANY_ATTEMPTS_TRY_LATER',
    'Too many attempts. Wait a minute and try again, or use “Forgot Password”.',
  ],
  ['PASSWORD_LOGIN_DISABLED', 'This way of logging in is switched off.'],
  ['BLOCKING_FUNCTION_ERROR_RESPONSE', 'The sign-in service failed. Try again in a moment.'],
  ['INVALID_CUSTOM_TOKEN', 'The sign-in service failed. Try again in a moment.'],
])('the provider error %s has this message', async (code, words) => {
  refusing('signInWithPassword', code)
  await expect(identity.signIn(mia)).rejects.toThrow(words)
})

test('an unreachable provider is a network failure', async () => {
  provider.state.isAway = true
  await expect(identity.signIn(mia)).rejects.toMatchObject({ code: 'auth/network-request-failed' })
})

test('rejects used and expired mail links', async () => {
  refusing('resetPassword', 'INVALID_OOB_CODE')
  refusing('update', 'EXPIRED_OOB_CODE')
  await expect(identity.checkPasswordReset('code')).rejects.toMatchObject({
    code: 'auth/invalid-action-code',
  })
  await expect(identity.confirmPasswordReset('code', mia.password)).rejects.toMatchObject({
    code: 'auth/invalid-action-code',
  })
  await expect(identity.verifyEmail('code')).rejects.toMatchObject({
    code: 'auth/expired-action-code',
  })
})

test('the password reset mail links back to the shop', async () => {
  provider.state.answers.set('/v1/accounts:sendOobCode', { email: mia.email })
  await identity.sendPasswordReset(mia.email)
  expect(JSON.parse(String(provider.calls[0]?.body))).toMatchObject({
    requestType: 'PASSWORD_RESET',
    email: mia.email,
    continueUrl: 'https://parts.example/login',
  })
})

test('without a session there is no token and no verification mail', async () => {
  expect(await identity.getIdToken()).toBeUndefined()
  await expect(identity.resendVerification()).rejects.toThrow(/^No user is logged in$/)
  expect(provider.calls).toEqual([])
})

const encoded = (part: object) => btoa(JSON.stringify(part)).replaceAll('=', '')

/** @shows row-94 */
test('an erased account is deleted at the provider, which ends the session', async () => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: 'uid-1', user_id: 'uid-1', email: mia.email, iat: now, exp: now + 3600 }
  const idToken = [encoded({ alg: 'none' }), encoded(claims), ''].join('.')
  const { answers } = provider.state
  const session = { idToken, refreshToken: 'again', localId: 'uid-1', expiresIn: '3600' }
  answers.set('/v1/accounts:signInWithPassword', session)
  answers.set('/v1/accounts:lookup', { users: [{ localId: 'uid-1', email: mia.email }] })
  await identity.signIn(mia)
  refusing('delete', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  await expect(identity.deleteAccount()).rejects.toMatchObject({
    code: 'auth/requires-recent-login',
  })
  answers.set('/v1/accounts:delete', {})
  await identity.deleteAccount()
  expect(provider.calls.at(-1)).toMatchObject({ path: '/v1/accounts:delete' })
  expect(JSON.parse(String(provider.calls.at(-1)?.body))).toMatchObject({ idToken })
  expect(await identity.getIdToken()).toBeUndefined()
  await identity.deleteAccount()
})
