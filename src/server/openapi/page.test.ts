import { afterAll, beforeAll, expect, test } from 'vitest'
import { problems } from '#contract/shared/problem.ts'
import { openSite } from '../testing/site.ts'
import type { Site } from '../testing/site.ts'
import { documentPage } from './page.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** @shows row-244 */
test('the page of the API has the policy of every page', async () => {
  const [page, other] = await Promise.all(
    ['/api/docs', '/products'].map((url) => site.app.inject({ url })),
  )
  const policy = 'content-security-policy'
  expect(page?.headers[policy]).toContain("default-src 'none'")
  expect(page?.headers[policy]).toBe(other?.headers[policy])
})

/** @shows row-244 */
test.each([true, false])(
  'the page of the API names addresses of the shop only, and nothing inline; in development: %s',
  (isDev) => {
    const page = documentPage(isDev)
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
    expect(addresses).toContain('/api/openapi.json')
    expect(addresses.filter((address) => !/^\/\w/.test(String(address)))).toEqual([])
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]* src=)|https?:/)
  },
)

test('the type of each problem leads to its place on the page', () => {
  const page = documentPage(false)
  const missing = Object.keys(problems).filter((code) => !page.includes(`<dt id="${code}">`))
  expect(missing).toEqual([])
})
