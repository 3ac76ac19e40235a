import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite } from '#server/testing/site.ts'
import type { Site } from '#server/testing/site.ts'
import { pathsOf, send } from './paths.ts'
import { expectNoServerError, expectProblem } from './expectations.ts'
import { sendWithinLimit } from './response-time.ts'
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
  'every path and method gets a response, below /api a documented one',
  { timeout },
  async () => {
    const property = fc.asyncProperty(methods, paths, async (method, path) => {
      const request = { origin, method, path, headers: { authorization: `Bearer ${token}` } }
      const response = await sendWithinLimit(request, () => send(request))
      expectNoServerError(response)
      const isOfApi = /^\/api(?:\/|$)/i.test(path) && !/^\/api\/+auth/i.test(path)
      if (!isOfApi || response.statusCode < 400 || method === 'HEAD') return
      expectProblem(response)
      if (response.statusCode === 405) expect(response.headers['allow']).toMatch(/^[A-Z, ]+$/)
    })
    await fc.assert(property, parameters())
  },
)
