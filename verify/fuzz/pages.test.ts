import { resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPages } from '#server/pages/page-routes.ts'
import { openSite } from '#server/testing/site.ts'
import type { Site } from '#server/testing/site.ts'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { ask, pathsOf } from './addresses.ts'
import { expectHarmless } from './judge.ts'
import { promptly } from './promptly.ts'
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
  'an address that names no page of the shop is no fault of the shop: %s',
  async (path) => {
    const answer = await ask({ origin, path })
    expectHarmless(answer)
    expect([200, 400, 404]).toContain(answer.statusCode)
  },
)

/** @shows asvs-1.2.1, asvs-1.2.3, asvs-3.7.2 */
test('a page is served for any address, and shows none of it as markup', { timeout }, async () => {
  const property = fc.asyncProperty(paths, async (path) => {
    const request = { origin, path, headers: { accept: 'text/html' } }
    const answer = await promptly(request, () => ask(request))
    expectHarmless(answer)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.body).not.toContain('<img src=x')
    expect(answer.body).not.toContain('<script>alert')
    // Leads on within the shop only: two slashes would be another host.
    expect(answer.headers.location ?? '/').toMatch(/^\/(?![/\\])/)
  })
  await fc.assert(property, parameters())
})
