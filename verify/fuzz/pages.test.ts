import { resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPages } from '#server/pages/page-routes.ts'
import { openSite } from '#server/testing/site.ts'
import type { Site } from '#server/testing/site.ts'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { pathsOf, send } from './paths.ts'
import { expectNoServerError } from './expectations.ts'
import { sendWithinLimit } from './response-time.ts'
import { parameters, timeout } from './settings.ts'
import { markup } from './values.ts'

let site: Site
let origin: string
beforeAll(async () => {
  await buildWhenNeeded(() => {})
  const dist = resolve('dist')
  site = await openSite({ dist, pages: await loadPages(dist) })
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
  await site.stock({ name: `Part ${markup}` })
}, timeout)
afterAll(() => site.close())

const paths = pathsOf(
  ...[
    ['', 'home', 'products', 'appointment', 'order', 'login', 'signup', 'dashboard', 'about'],
    ['blogs', 'contact', 'myPortfolio', 'auth', 'complete', 'payment', 'images', 'parts', 'assets'],
  ].flat(),
)

test.each(['//?q=', '//other.example/products', '//', '/%E0%A4%A'])(
  'an invalid or unknown path causes no server error: %s',
  async (path) => {
    const response = await send({ origin, path })
    expectNoServerError(response)
    expect([200, 400, 404]).toContain(response.statusCode)
  },
)

/** @shows asvs-1.2.1, asvs-1.2.3, asvs-3.7.2 */
test('a page for any path contains none of it as markup', { timeout }, async () => {
  const property = fc.asyncProperty(paths, async (path) => {
    const request = { origin, path, headers: { accept: 'text/html' } }
    const response = await sendWithinLimit(request, () => send(request))
    expectNoServerError(response)
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    expect(response.body).not.toContain('<img src=x')
    expect(response.body).not.toContain('<script>alert')
    // Redirects stay within the shop; two slashes would name another host.
    expect(response.headers.location ?? '/').toMatch(/^\/(?![/\\])/)
  })
  await fc.assert(property, parameters())
})
