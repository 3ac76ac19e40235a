import { expect, test } from 'vitest'
import { claimsOf } from './access-token.ts'

const base64url = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const tokenWith = (claims: unknown) => ['{}', JSON.stringify(claims), ''].map(base64url).join('.')

const mia = { email: 'mia@shop.example', name: 'Mía Ünal ✓', exp: 1_800_000_000 }

test('decodes non-Latin names', () => {
  expect(claimsOf(tokenWith({ ...mia, verified: true }))).toEqual({
    email: 'mia@shop.example',
    name: 'Mía Ünal ✓',
    verified: true,
    expiresAt: 1_800_000_000_000,
  })
})

test('an account is verified only by an explicit claim', () => {
  expect(claimsOf(tokenWith({ ...mia, verified: false }))?.verified).toBe(false)
  expect(claimsOf(tokenWith(mia))?.verified).toBe(false)
  expect(claimsOf(tokenWith({ ...mia, verified: 'true' }))?.verified).toBe(false)
  expect(claimsOf(tokenWith({ ...mia, email_verified: true }))?.verified).toBe(true)
})

test.each([
  '',
  'x',
  'a.b.c',
  '..',
  tokenWith(null),
  tokenWith([]),
  tokenWith({ ...mia, exp: '9' }),
])('rejects malformed tokens: %s', (token) => {
  expect(claimsOf(token)).toBeUndefined()
})
