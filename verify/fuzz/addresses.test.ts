import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite } from '#server/testing/site.ts'
import type { Site } from '#server/testing/site.ts'
import { ask, pathsOf } from './addresses.ts'
import { expectHarmless, expectProblem } from './judge.ts'
import { promptly } from './promptly.ts'
import { parameters, timeout } from './settings.ts'

let site: Site
let origin: string
let token: string
beforeAll(async () => {
  site = await openSite()
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ token } = await site.signIn({ isAdmin: true }))
})
afterAll(() => site.close())

const paths = pathsOf(
  ...[
    ['api', 'order', 'product', 'products', 'user', 'admin', 'shipping', 'auth', 'token', 'docs'],
    ['webhooks', 'stripe', 'images', 'parts', 'assets', 'robots.txt', 'singleOrder', 'health'],
  ].flat(),
)
const methods = fc.constantFrom(
  ...[
    ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
    ['PROPFIND', 'PURGE', 'LOCK', 'MKCOL', 'SEARCH', 'QUERY'],
  ].flat(),
)

test(
  'every address and method gets an answer, below /api a documented one',
  { timeout },
  async () => {
    const property = fc.asyncProperty(methods, paths, async (method, path) => {
      const request = { origin, method, path, headers: { authorization: `Bearer ${token}` } }
      const answer = await promptly(request, () => ask(request))
      expectHarmless(answer)
      const isOfApi = /^\/api(?:\/|$)/i.test(path) && !/^\/api\/+auth/i.test(path)
      if (!isOfApi || answer.statusCode < 400 || method === 'HEAD') return
      expectProblem(answer)
      if (answer.statusCode === 405) expect(answer.headers['allow']).toMatch(/^[A-Z, ]+$/)
    })
    await fc.assert(property, parameters())
  },
)
