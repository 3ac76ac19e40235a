import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { refuseForeignRedirects } from './own-redirects.ts'

const declared = 'https://accounts.example'

const to = ({ query }: { query: unknown }) => (query as { to: string }).to

function openApp() {
  const app = Fastify()
  refuseForeignRedirects(app, 'https://parts.example')
  app.get('/plain', (request, reply) => reply.redirect(to(request)))
  app.get('/login', { config: { redirectsTo: [declared] } }, (request, reply) =>
    reply.redirect(to(request)),
  )
  return (url: string, location: string) => app.inject({ url, query: { to: location } })
}

test.each([
  ['/plain', '/login'],
  ['/plain', 'https://parts.example/login'],
  ['/plain', '/..//evil.example'],
  ['/login', `${declared}/authorise?state=1`],
])('%s may redirect to %s', async (url, location) => {
  const { statusCode, headers } = await openApp()(url, location)
  expect([statusCode, headers.location]).toEqual([302, location])
})

/** @shows asvs-3.7.2 */
test.each([
  ['/plain', '//evil.example'],
  ['/plain', '/\\evil.example'],
  ['/plain', 'https://parts.example.evil.example'],
  ['/plain', 'http://parts.example/'],
  ['/plain', 'javascript:alert(1)'],
  ['/plain', `${declared}/authorise`],
  ['/login', 'https://evil.example'],
])('%s does not redirect to %s', async (url, location) => {
  const { statusCode, headers } = await openApp()(url, location)
  expect([statusCode, headers.location]).toEqual([500, undefined])
})
