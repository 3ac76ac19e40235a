import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { googleClientId, googleClientSecret } from '../keys.ts'
import type { Sandbox } from '../sandbox.ts'
import { openBrowser, sandboxForTest } from '../testing.ts'

const callback = 'http://localhost:3000/api/auth/callback/google'
const verifier = 'a-verifier-that-is-long-enough-for-the-standard'

const signInUrl = (extra: Record<string, string> = {}) =>
  `/google/auth?${String(
    new URLSearchParams({
      client_id: googleClientId,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid email profile',
      state: 'state-1',
      nonce: 'nonce-1',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...extra,
    }),
  )}`

async function claimsOf({ url }: Sandbox, code: string) {
  const answer = await fetch(`${url}/google/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      client_id: googleClientId,
      client_secret: googleClientSecret,
      code_verifier: verifier,
    }),
  })
  const { id_token } = (await answer.json()) as { id_token: string }
  const { payload } = await jwtVerify(id_token, createRemoteJWKSet(new URL(`${url}/google/jwks`)), {
    issuer: `${url}/google`,
    audience: googleClientId,
  })
  return payload
}

const forGoogle = () => sandboxForTest({ googleRedirectUris: [callback] })

test('choosing an account signs in at once, with the claims of Google', async () => {
  const sandbox = await forGoogle()
  const visit = openBrowser(sandbox)
  const chooser = await visit(signInUrl())
  expect(chooser.page).toContain('Choose an account')
  const back = await visit(chooser.url.href, { email: 'zoe@example.com', name: 'Zoe Park' })
  expect(back.url.origin + back.url.pathname).toBe(callback)
  expect(back.url.searchParams.get('state')).toBe('state-1')
  expect(await claimsOf(sandbox, back.url.searchParams.get('code')!)).toMatchObject({
    sub: expect.stringMatching(/^\d{21}$/) as string,
    email: 'zoe@example.com',
    email_verified: true,
    name: 'Zoe Park',
    nonce: 'nonce-1',
  })
})

test('the next sign-in asks again, and another account can be chosen', async () => {
  const sandbox = await forGoogle()
  const visit = openBrowser(sandbox)
  const emails: unknown[] = []
  const accounts = [
    { email: 'mia.hart@example.com', name: 'Mia Hart' },
    { email: 'noah.lind@example.com', name: 'Noah Lind' },
    { email: 'noah.lind@example.com', name: 'Noah Lind' },
  ]
  for (const account of accounts) {
    const chooser = await visit(signInUrl({ prompt: 'select_account' }))
    expect(chooser.page).toContain('Choose an account')
    const back = await visit(chooser.url.href, account)
    emails.push((await claimsOf(sandbox, back.url.searchParams.get('code')!))['email'])
  }
  expect(emails).toEqual(accounts.map(({ email }) => email))
})

test('an account keeps its subject', async () => {
  const sandbox = await forGoogle()
  const subjects = new Set<unknown>()
  for (const email of ['mia.hart@example.com', 'Mia.Hart@example.com']) {
    const visit = openBrowser(sandbox)
    const back = await visit((await visit(signInUrl())).url.href, { email, name: 'Mia' })
    subjects.add((await claimsOf(sandbox, back.url.searchParams.get('code')!)).sub)
  }
  expect(subjects.size).toBe(1)
})

test('an address at unverified.example is not verified', async () => {
  const sandbox = await forGoogle()
  const visit = openBrowser(sandbox)
  const chooser = await visit(signInUrl())
  const uma = { email: 'uma.reed@unverified.example', name: 'Uma Reed' }
  const back = await visit(chooser.url.href, uma)
  expect(await claimsOf(sandbox, back.url.searchParams.get('code')!)).toMatchObject({
    email: uma.email,
    email_verified: false,
  })
})

test('cancelling redirects to the shop with access_denied', async () => {
  const visit = openBrowser(await forGoogle())
  const back = await visit((await visit(signInUrl())).url.href, { cancel: 'yes' })
  expect(back.url.searchParams.get('error')).toBe('access_denied')
})

test('a redirect URI that is not configured is refused', async () => {
  const visit = openBrowser(await forGoogle())
  const { url, page } = await visit(signInUrl({ redirect_uri: 'http://localhost:9/elsewhere' }))
  expect(url.pathname).toBe('/google/auth')
  expect(page).toContain('redirect_uri')
})
