import { beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { securityHeaders } from './security-headers.ts'

let config: Config
beforeAll(async () => {
  config = { ...(await loadConfig({ SANDBOX: 'off' })), IMAGE_HOSTS: ['images.example'] }
})

const policyOf = (headers: Record<string, string>) =>
  Object.fromEntries(
    headers['content-security-policy']?.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }) ?? [],
  )

const policyHeadersOf = (settings: Config) =>
  Object.keys(securityHeaders(settings)('/')).filter((name) =>
    name.startsWith('content-security-policy'),
  )

/** @shows asvs-3.4.3 */
test('scripts run from the shop and Stripe only, none inline', () => {
  const policy = policyOf(securityHeaders(config)('/'))
  expect(policy['default-src']).toEqual(["'none'"])
  expect(policy['script-src']).toEqual(["'self'", 'https://js.stripe.com'])
  expect(policy['style-src']).toEqual(["'self'"])
  expect(JSON.stringify(policy)).not.toContain('unsafe')
  const withStyles = policyOf(securityHeaders(config, ["'sha256-abc='"])('/'))
  expect(withStyles['style-src']).toEqual(["'self'", "'sha256-abc='"])
  expect(policy['img-src']).toContain('https://images.example')
})

/** @shows asvs-3.4.6 */
test('no framing, foreign form target or base URL', () => {
  const policy = policyOf(securityHeaders(config)('/'))
  for (const directive of ['frame-ancestors', 'base-uri', 'object-src']) {
    expect(policy[directive]).toEqual(["'none'"])
  }
  expect(policy['form-action']).toEqual(["'self'"])
})

/** @shows asvs-3.4.2, asvs-3.4.5 */
test('every response sets nosniff and a referrer policy', () => {
  expect(securityHeaders(config)('/api/products')).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  const names = Object.keys(securityHeaders(config)('/'))
  expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
})

/** @shows asvs-3.4.1, asvs-12.2.1 */
test('production sets HSTS for two years with subdomains', () => {
  const headers = securityHeaders({ ...config, production: true })('/')
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  expect(securityHeaders(config)('/')['strict-transport-security']).toBeUndefined()
})

test('only development mode sends no content security policy', async () => {
  expect(policyHeadersOf(config)).toHaveLength(2)
  expect(policyHeadersOf({ ...config, DEV: true })).toEqual([])
  await expect(loadConfig({ NODE_ENV: 'production', DEV: '1' })).rejects.toThrow(
    'DEV is not allowed in production',
  )
})

test('the popup of a Google login keeps its opener', () => {
  const headersFor = securityHeaders(config)
  const policyAt = (path: string) => headersFor(path)['cross-origin-opener-policy']
  expect(policyAt('/')).toBe('same-origin-allow-popups')
  expect(policyAt('/auth/complete?code=1')).toBeUndefined()
})

test('a hosted identity provider widens the policy minimally', async () => {
  const settings = {
    SANDBOX: 'off',
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: 'auto-parts-1a2b',
    FIREBASE_API_KEY: 'AIza-key',
  }
  const withFirebase = async (more = {}) =>
    policyOf(securityHeaders(await loadConfig({ ...settings, ...more }))('/login'))
  const { 'script-src': scripts, 'connect-src': calls, 'frame-src': frames } = await withFirebase()
  expect(scripts).toEqual(["'self'", 'https://js.stripe.com', 'https://apis.google.com'])
  expect(calls?.slice(2)).toEqual([
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
  ])
  expect(frames?.slice(2)).toEqual(['https://auto-parts-1a2b.firebaseapp.com'])

  const withoutGoogle = await withFirebase({ FIREBASE_GOOGLE: 'off' })
  expect(withoutGoogle['script-src']).not.toContain('https://apis.google.com')
  expect(withoutGoogle['frame-src']).toHaveLength(2)
  expect(JSON.stringify(policyOf(securityHeaders(config)('/login')))).not.toMatch(/google|firebase/)
})
